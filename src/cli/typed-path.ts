import { resolve } from 'node:path';

/**
 * The path of a file or folder as a person typed it. npm runs its scripts in the folder of the project, and sets INIT_CWD to the
 * folder of the person.
 */
export const typedPath = (typed: string): string => resolve(process.env.INIT_CWD ?? '', typed);
