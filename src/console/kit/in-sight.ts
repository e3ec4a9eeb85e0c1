/** Keeps the field in sight in which somebody writes when the window gets lower, as by the keyboard of a phone. */
export function keepFieldInSight(): void {
  addEventListener('resize', () => {
    const field = document.activeElement;
    if (field?.matches('input, textarea')) field.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
