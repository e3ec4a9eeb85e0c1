/** Whether a key sends what was written: Enter without Shift. In the middle of a composition its code is another one, in Safari also at its end. */
export const sends = (event: KeyboardEvent): boolean => event.keyCode === 13 && !event.shiftKey;
