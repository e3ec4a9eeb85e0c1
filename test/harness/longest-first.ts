import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, as parts of paths: they start processes and wait for leases, or are one long test. If one of these
 * began last, it would run alone at the end.
 */
const longest = [
  'test/process/first-start',
  'test/process/encryption-key',
  'test/process/start',
  'test/process/crash.test',
  'test/gate/slow-clients',
  'test/process/roles',
  'test/process/customer-files',
  'test/process/fairness',
  'test/embedded-postgres',
  'test/process/',
  'test/database/frozen',
  'test/units/schema-attacks',
  'test/units/input-schema',
  'test/browser/console-flow',
  'test/browser/console-inbox',
  'test/browser/console-',
  'test/stranger/',
  'test/catalog/import-limits',
  'test/examples/bots',
  'test/inbox/conversations',
  'test/upgrades/flows',
  'test/catalog/kept-answers',
  'test/customers/customers',
  'test/webhooks/logins',
  'test/catalog/files',
  'test/gate/tenancy',
  'test/messages/outcomes',
  'test/operations/outcomes',
  'test/workflows/counting',
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
