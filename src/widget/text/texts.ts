import { chat as en } from './en.ts';
import { chat as ru } from './ru.ts';

export type Texts = typeof en;

/** The language in which the chat speaks on a page. @param wanted two letters */
export const spokenIn = (wanted: string) => (wanted === 'ru' ? 'ru' : 'en');

/** The words of the chat. @param wanted two letters */
export const textsIn = (wanted: string): Texts => ({ en, ru })[spokenIn(wanted)];
