import { chat as en } from './en.ts';
import { chat as ru } from './ru.ts';

export type Texts = typeof en;

const spoken = { en, ru };

/** The language in which the chat speaks on a page. @param wanted two letters */
export const spokenIn = (wanted: string): keyof typeof spoken =>
  wanted in spoken ? (wanted as keyof typeof spoken) : 'en';

/** The words of the chat. @param wanted two letters */
export const textsIn = (wanted: string): Texts => spoken[spokenIn(wanted)];
