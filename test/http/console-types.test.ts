import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeTypes, typesFile } from '../console/write-types.ts';

it("the types of the console's client are those of the owner API as it is now", async () => {
  const isCurrent = readFileSync(typesFile, 'utf8') === (await makeTypes());
  expect(isCurrent, `${typesFile} is older than the routes: run "npm run console:types"`).toBe(true);
});
