import type { enFirst } from './en-first.ts';
import { faults } from './ru/faults.ts';
import { guide } from './ru/guide.ts';
import { kit } from './ru/kit.ts';
import { overview } from './ru/overview.ts';
import { pages } from './ru/pages.ts';
import { shell } from './ru/shell.ts';

/** The texts with which the console begins, in Russian. */
export const ruFirst: Record<keyof typeof enFirst, string> = {
  ...shell,
  ...kit,
  ...faults,
  ...guide,
  ...overview,
  ...pages,
};
