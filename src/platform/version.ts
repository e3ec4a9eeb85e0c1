import { readFileSync } from 'node:fs';
import { packageFile } from './package-files.ts';

/** The version of this build, such as `0.12.0`; `0.13.0-dev` on the way to 0.13.0. */
export const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  version: string;
};
