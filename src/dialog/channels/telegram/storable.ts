/** Removes characters that the database cannot store. Telegram sends none, but somebody who knows the secret could. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');
