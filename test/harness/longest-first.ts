import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, as parts of paths: they start processes and wait for leases, or are one long test. If one of these
 * began last, it would run alone at the end.
 */
const longest = [
  'test/gate/slow-clients',
  'test/process/fairness',
  'test/process/first-start',
  'test/process/start',
  'test/process/',
  'test/embedded-postgres',
  'test/units/input-schema',
  'test/units/schema-attacks',
  'test/upgrades/',
  'test/browser/',
  'test/messages/outcomes',
  'test/operations/outcomes',
  'test/catalog/interrupted',
  'test/catalog/properties',
  'test/workflows/counting',
  'test/gate/tenancy',
  'test/payments/flow/',
];

/** Starts the slowest files first, project by project; the others follow in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    // A worker takes files of one project one after the other, so they stay together.
    const projects = [...new Set(usual.map(({ project }) => project))];
    return projects.flatMap((project) =>
      usual.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((part) => moduleId.includes(part));
  return place === -1 ? longest.length : place;
}
