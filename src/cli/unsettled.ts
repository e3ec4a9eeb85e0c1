import { userInfo } from 'node:os';
import { type DialogParts, openDialog } from '../dialog/parts.ts';
import { readInstallationId } from '../dialog/projects/installation.ts';
import {
  listUnsettledEverywhere,
  type Place,
  settleEverywhere,
  type UnsettledFilter,
  type UnsettledOutcome,
} from '../dialog/projects/unsettled-everywhere.ts';
import { readRecordId } from '../dialog/tasks/settle.ts';
import { BodyBudget } from '../platform/body-budget.ts';
import { readId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { isMigrated } from '../platform/migrations.ts';
import { openDatabase } from '../platform/postgres.ts';
import { localAddress } from '../settings.ts';
import { vaultOf } from './backup.ts';
import { CommandFailed } from './failure.ts';
import { onDatabase, serverSettings } from './on-database.ts';
import { number } from './progress.ts';

/** What people say of the outcomes that they mean. */
export interface UnsettledOptions {
  project?: string;
  kind?: string;
  environment?: 'live' | 'sandbox';
  channel?: string;
  externalId?: string;
  reason?: string;
  since?: string;
  before?: string;
  json?: boolean;
}

interface SettleOptions extends UnsettledOptions {
  all?: boolean;
  note: string;
  yes?: boolean;
}

/** `parley unsettled list`: prints the unknown outcomes of all projects, a line each. @throws CommandFailed */
export function listCommand({ json = false, ...options }: UnsettledOptions): Promise<void> {
  return withParts(async (parts) => {
    const filter = filterOf(parts, [], options);
    let count = 0;
    for await (const page of pages(parts, filter)) {
      count += page.length;
      const lines = page.map((outcome) => (json ? JSON.stringify(asJson(outcome)) : asLine(outcome)));
      process.stdout.write(`${lines.join('\n')}\n`);
    }
    if (json) return;
    // Standard output has the records alone, for other programs.
    process.stderr.write(count === 0 ? 'There is none.\n' : `${counted(count)}.\n`);
  });
}

/**
 * `parley unsettled settle done|failed|retry`: settles the outcomes that are named or filtered. Without `--yes` it only says how many
 * these are.
 * @throws CommandFailed
 */
export function settleCommand(
  outcome: 'done' | 'failed' | 'retry',
  ids: string[],
  { all = false, note, yes = false, json: _, ...options }: SettleOptions,
): Promise<void> {
  return withParts(async (parts) => {
    const filter = filterOf(parts, ids, options);
    if (!all && Object.keys(filter).length === 0) {
      throw new CommandFailed(
        'Nothing was settled: name the records or an option that chooses them, such as --project, or add --all.',
      );
    }
    const { retryDeadlineMs } = parts.settings;
    const places: Place[] = [];
    for await (const page of pages(parts, filter)) places.push(...page.map(({ place }) => place));
    const found = places.length;
    if (found === 0) throw new CommandFailed('Nothing was settled: there is no such unknown outcome.');
    if (!yes) {
      process.stdout.write(
        `${counted(found)} would be settled as "${outcome}". Nothing was done: look at them with "parley unsettled list", and add --yes to do it.\n`,
      );
      return;
    }
    const decision = { outcome, note };
    const settled = await settleEverywhere({ ...parts, retryDeadlineMs }, places, decision, by());
    process.stdout.write(`${counted(settled)} settled as "${outcome}".\n`);
    const others = found - settled;
    if (others > 0) process.stdout.write(`${counted(others)} had been settled by others meanwhile.\n`);
  });
}

async function* pages(
  { database, kinds }: DialogParts,
  filter: UnsettledFilter,
): AsyncGenerator<UnsettledOutcome[]> {
  let after: UnsettledOutcome | undefined;
  for (;;) {
    const page = await listUnsettledEverywhere(database, kinds, filter, after);
    after = page.at(-1);
    if (!after) return;
    yield page;
  }
}

const counted = (count: number) => `${number(count)} unknown ${count === 1 ? 'outcome' : 'outcomes'}`;

/** Who settles, for the audit log. */
function by(): string {
  try {
    return `parley unsettled (${userInfo().username})`;
  } catch {
    // In a container the user may have no name.
    return `parley unsettled (user ${process.getuid?.()})`;
  }
}

/** @throws CommandFailed for what cannot be meant */
function filterOf({ kinds }: DialogParts, ids: string[], options: UnsettledOptions): UnsettledFilter {
  const { project, kind, environment, channel, externalId, reason, since, before } = options;
  const outer = Object.keys(kinds).filter((name) => 'run' in kinds[name]!);
  if (kind !== undefined && !outer.includes(kind)) {
    throw new CommandFailed(`--kind ${kind}: there is no such kind; the kinds are ${outer.join(', ')}.`);
  }
  const given: UnsettledFilter = {
    ids:
      ids.length === 0 ? undefined : ids.map((id) => known(readRecordId(kinds, id), id, 'a message, job, …')),
    projectId: project && known(readId('project', project), project, 'a project (prj_…)'),
    kind,
    environment,
    targetId:
      channel &&
      known(
        readId('channel', channel) ?? readId('connection', channel),
        channel,
        'a channel (ch_…) or connection (con_…)',
      ),
    externalId,
    reason,
    since: moment(since),
    before: moment(before),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function known(id: string | undefined, text: string, what: string): string {
  if (id === undefined) throw new CommandFailed(`"${text}" is not the id of ${what}.`);
  return id;
}

function moment(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) {
    throw new CommandFailed(`"${text}" is no moment; write it as 2026-11-30 or 2026-11-30T09:30:00Z.`);
  }
  return at;
}

/** Ids first, so that lines can be cut with tools; free text last. */
function asLine({
  id,
  kind,
  environment,
  project,
  target,
  externalId,
  reason,
  since,
}: UnsettledOutcome): string {
  return [
    id,
    kind,
    environment,
    since?.toISOString() ?? '-',
    `${project.id} (${project.name})`,
    target ? `${target.id} (${target.name})` : '-',
    externalId ?? '-',
    reason ? `${reason.code}: ${reason.message}` : '-',
  ]
    .map((cell) => cell.replaceAll(/\s+/g, ' '))
    .join('\t');
}

/** Spelled as in the API. */
const asJson = ({ id, kind, environment, project, target, externalId, reason, since }: UnsettledOutcome) => ({
  ...{ id, kind, environment, project, target },
  external_id: externalId,
  ...{ reason, since },
});

/** Opens what a server has, for as long as the work takes. @throws CommandFailed */
async function withParts(work: (parts: DialogParts) => Promise<void>): Promise<void> {
  const settings = serverSettings();
  const vault = vaultOf(settings);
  if (!vault)
    throw new CommandFailed('ENCRYPTION_KEY is required: the command needs all settings of the server.');
  await onDatabase(settings, async (address) => {
    const setup = openDatabase(address, { connections: 1, onError: () => {} });
    const installationId = await isMigrated(setup)
      .then((isCurrent) => (isCurrent ? readInstallationId(setup) : undefined))
      .finally(() => setup.close());
    if (installationId === undefined) {
      throw new CommandFailed(
        'This database has not been migrated to this version: start the server once, then repeat the command.',
      );
    }
    const parts = await openDialog({
      ...{ settings, address, vault, installationId },
      origin: settings.publicUrl ?? localAddress(settings),
      bodies: new BodyBudget(settings.bodyMemoryBytes, () => {}),
      log: createLog('silent'),
      whenReached: (step) => step(),
    });
    try {
      await work(parts);
    } finally {
      await parts.close();
    }
  });
}
