import { launcher as en } from './en.ts';
import { launcher as ru } from './ru.ts';

export type LauncherTexts = typeof en;

/** The words of the launcher. @param language two letters */
export const launcherTexts = (language: string): LauncherTexts => (language === 'ru' ? ru : en);
