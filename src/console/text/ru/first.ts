import type { first as en } from '../en/first.ts';
import { faults } from './faults.ts';
import { guide } from './guide.ts';
import { kit } from './kit.ts';
import { names } from './names.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { shell } from './shell.ts';

/** The texts with which the console begins, in Russian. */
export const first: Record<keyof typeof en, string> = {
  ...shell,
  ...kit,
  ...faults,
  ...guide,
  ...names,
  ...overview,
  ...pages,
};
