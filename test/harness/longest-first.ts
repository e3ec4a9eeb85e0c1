import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of the project `process`. */
const inProcesses = [
  'test/gate/slow-clients',
  'test/process/first-start',
  'test/process/crash.test',
  'test/database/frozen',
  'test/process/roles',
  'test/process/start',
  'test/process/encryption-key',
  'test/catalog/interrupted',
  'test/process/customer-files',
  'test/database/stalled',
  'test/embedded-postgres',
  'test/process/idle',
  'test/process/files',
  'test/process/redis-away',
  'test/process/attachments',
  'test/process/',
];
/** Of the project `browser`. */
const inBrowser = [
  'test/browser/console-flow',
  'test/browser/console-inbox',
  'test/browser/killed',
  'test/browser/console-canvas',
  'test/browser/offline',
  'test/browser/console-tables',
  'test/browser/console-runs',
  'test/browser/console-settings',
  'test/browser/formatting',
  'test/browser/console-channels',
  'test/browser/console-customers',
  'test/browser/console-catalog',
  'test/browser/console-receivers',
  'test/browser/console-account',
  'test/browser/console-',
];
/** Of the other projects. */
const others = [
  'test/stranger/',
  'test/upgrades/flows',
  'test/examples/bots',
  'test/webhooks/logins',
  'test/catalog/import-limits',
  'test/channels/webhook-files',
  'test/inbox/conversations',
  'test/operations/outcomes',
  'test/units/schema-attacks',
  'test/inbox/assignment',
  'test/units/input-schema',
  'test/owner/guesses',
  'test/files/files',
  'test/mail/mail',
  'test/catalog/kept-answers',
  'test/messages/pace',
  'test/gate/tenancy',
  'test/payments/flow/refunds',
  'test/messages/outcomes',
  'test/mail/passwords',
  'test/gate/body-memory',
  'test/inbox/notifications',
  'test/scenario/template-limits',
  'test/workflows/starts-itself',
  'test/owner/second-factors',
  'test/workflows/retries',
  'test/catalog/files',
  'test/dialogs/operator',
  'test/examples/every',
  'test/inbox/pushes',
  'test/webchat/proof',
  'test/workflows/concurrency',
  'test/workflows/counting',
  'test/customers/customers',
  'test/units/request-pace',
  'test/workflows/waits',
  'test/outbound/course',
];
/**
 * The slowest files, as parts of paths, in the order in which they begin. If one of these began last, it would run alone at the end; and those
 * that mostly wait stand between those that mostly work, or all would wait together.
 */
const longest = [...inProcesses, ...inBrowser, ...others];

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
