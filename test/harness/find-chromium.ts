import { chromiumPath } from './chromium.ts';

/** For `.ci/run`: prints where the tests find a Chromium, and ends with 1 where they find none. */
if (chromiumPath === undefined) process.exitCode = 1;
else process.stdout.write(`Chromium: ${chromiumPath}\n`);
