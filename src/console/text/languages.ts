import languages from './languages.json' with { type: 'json' };

/**
 * The languages of the console: how each is called in itself, and by which form of it dates and numbers of its fields are read. A new one is a
 * line there and a folder of its name beside it. The build reads the table too.
 */
export { languages };
export type Language = keyof typeof languages;

/** The language of that code; English if the console does not speak it. */
export const spokenIn = (code: string | null): Language =>
  Object.hasOwn(languages, code ?? '') ? (code as Language) : 'en';
