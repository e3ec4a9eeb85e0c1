/** If a change removes or disables what has the focus, another element gets it: on a touch screen not the field, which opens a keyboard. */
export function keeperOf(root: ShadowRoot, instead: () => HTMLElement) {
  return (change: () => void) => {
    const focused = root.activeElement as HTMLButtonElement | null;
    change();
    if (!focused || (focused.getClientRects().length > 0 && !focused.disabled)) return;
    instead().focus();
  };
}
