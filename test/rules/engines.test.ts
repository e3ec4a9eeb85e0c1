import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';
import { expect, it } from 'vitest';

interface Package {
  engines?: { node?: string };
}

const read = (name: string) => JSON.parse(readFileSync(name, 'utf8'));

it('every package that npm ci installs runs on the oldest Node that package.json allows, so npm prints no warning', () => {
  const oldest = minVersion(read('package.json').engines.node)!;
  const packages = Object.entries<Package>(read('package-lock.json').packages);
  expect(packages.length).toBeGreaterThan(100);
  const faults = packages
    .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
    .map(([name, { engines }]) => `${name} needs Node ${engines!.node}, not ${oldest}; take another version`);
  expect(faults).toEqual([]);
});
