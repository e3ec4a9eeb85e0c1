import { faults } from './faults.ts';
import { guide } from './guide.ts';
import { kit } from './kit.ts';
import { names } from './names.ts';
import { overview } from './overview.ts';
import { pages } from './pages.ts';
import { shell } from './shell.ts';

/** The texts with which the console begins: of its frame, the names of pages, and the overview. */
export const first = {
  ...shell,
  ...kit,
  ...faults,
  ...guide,
  ...names,
  ...overview,
  ...pages,
};
