import { faults } from './en/faults.ts';
import { guide } from './en/guide.ts';
import { kit } from './en/kit.ts';
import { overview } from './en/overview.ts';
import { pages } from './en/pages.ts';
import { shell } from './en/shell.ts';

/** The texts with which the console begins: of its frame, the names of pages, and the overview. */
export const enFirst = {
  ...shell,
  ...kit,
  ...faults,
  ...guide,
  ...overview,
  ...pages,
};
