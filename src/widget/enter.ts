/** Whether a key sends what was written: Enter without Shift, unless it ends a composition, which Safari marks only by the code 229. */
export const sends = ({ key, shiftKey, isComposing, keyCode }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
