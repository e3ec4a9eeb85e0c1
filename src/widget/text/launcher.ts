import { launcher as en } from './en.ts';
import { launcher as ru } from './ru.ts';

export type LauncherTexts = typeof en;

const spoken: Record<string, LauncherTexts> = { en, ru };

/** The words of the launcher. @param wanted two letters */
export const launcherTexts = (wanted: string): LauncherTexts => spoken[wanted] ?? en;
