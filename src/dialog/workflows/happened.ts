import { readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { AuditedEvent } from '../audit/events.ts';
import { accountsOf, type Customer, readCustomers } from '../dialogs/customers.ts';
import { readHeardMessages } from '../dialogs/heard-messages.ts';
import { operationsOfJobs } from '../operations/of-jobs.ts';
import { actionOf, type Happening, happeningNames } from '../scenario/happenings.ts';
import type { Environment } from '../schema.ts';
import { readAddedRows } from '../tables/added.ts';
import type { JsonObject } from '../template/json.ts';
import { type AskedApproval, readAsked } from '../waits/asked.ts';

/** An entry of the audit log of a project. */
export type Entry = AuditedEvent & { projectId: string };

/** Something that happened, as the triggers of workflows see it. */
export interface Happened {
  happening: Happening;
  entry: Entry;
  /** The customer whom it concerns, in one environment; null if it concerns none. */
  identityId: string | null;
  customer: Customer | null;
  /** Only workflows of this environment are started; null for all. */
  environment: Environment | null;
  event: JsonObject;
}

/** What entries tell besides what they say themselves: read for all of them together, and only if it is needed. */
interface Found {
  customers: Map<string, Customer>;
  accounts: Map<string, string[]>;
  messages: Awaited<ReturnType<typeof readHeardMessages>>;
  operations: Map<string, string>;
  approvals: Map<string, AskedApproval>;
  rows: Map<Entry, JsonObject[]>;
}

/**
 * What entries of the log tell, in its order. An update of a profile is told once for each environment in which its customer has
 * an account, unless a flow with one of the accounts made it.
 * @param wanted for which happenings of a project there are triggers
 */
export async function readHappened(
  tx: Transaction,
  entries: Entry[],
  wanted: (projectId: string) => ReadonlySet<Happening>,
): Promise<Happened[]> {
  const told = entries.flatMap((entry) =>
    happeningNames
      .filter((happening) => wanted(entry.projectId).has(happening) && tells(entry, happening))
      .map((happening) => ({ happening, entry })),
  );
  const found = await findMore(tx, [...new Set(told.map(({ entry }) => entry))]);
  return told.flatMap(({ happening, entry }) =>
    concerned(entry, found).map(({ identityId, customer, environment }) => {
      const event = {
        ...eventOf(happening, entry, found, environment),
        ...common(happening, entry, identityId),
      };
      return { happening, entry, identityId, customer, environment, event };
    }),
  );
}

/** Whether an entry tells of this. */
function tells({ action, data }: Entry, happening: Happening): boolean {
  if (action !== actionOf(happening)) return false;
  switch (happening) {
    case 'tag.added':
      return Array.isArray(data.tags_added);
    case 'row.added':
      return typeof data.added === 'number' && data.added > 0;
    case 'handover.requested':
      // An operator who takes a dialog asks nobody.
      return data.by !== 'operator';
    case 'message.received':
    case 'payment.succeeded':
    case 'profile.updated':
    case 'job.failed':
    case 'dialog.failed':
    case 'handover.unanswered':
    case 'approval.requested':
    case 'approval.approved':
    case 'approval.rejected':
    case 'approval.timed_out':
    case 'approval.canceled':
    case 'owner.new_device':
      return true;
    default:
      return happening satisfies never;
  }
}

async function findMore(tx: Transaction, entries: Entry[]): Promise<Found> {
  const of = (action: string) => entries.filter((entry) => entry.action === action);
  const profiles = of('profile.updated').filter((entry) => identityOf(entry) === undefined);
  const wanted = profiles.flatMap(({ projectId, subjectId }) => {
    const profileId = readId('profile', subjectId);
    return profileId ? [{ projectId, profileId }] : [];
  });
  const accounts = new Map<string, string[]>();
  const found = await accountsOf(
    tx,
    distinct(wanted, ({ projectId, profileId }) => `${projectId} ${profileId}`),
  );
  for (const { projectId, profileId, identityId } of found) {
    const key = `${projectId} ${showId('profile', profileId)}`;
    accounts.set(key, [...(accounts.get(key) ?? []), identityId]);
  }
  const identities = [
    ...found,
    ...entries.flatMap((entry) => {
      const identityId = identityOf(entry);
      return identityId ? [{ projectId: entry.projectId, identityId }] : [];
    }),
  ];
  const written = of('table.written').filter(({ environment }) => environment !== null);
  const rows = await readAddedRows(
    tx,
    written.map(({ projectId, subjectId: table, environment, data }) => ({
      ...{ projectId, table, environment: environment! },
      ...(data as { added: number; last: number }),
    })),
  );
  return {
    accounts,
    customers: await readCustomers(
      tx,
      distinct(
        identities.map(({ projectId, identityId }) => ({ projectId, identityId })),
        ({ projectId, identityId }) => `${projectId} ${identityId}`,
      ),
    ),
    messages: await readHeardMessages(tx, idsIn(of('message.received'), 'message')),
    operations: await operationsOfJobs(tx, idsIn(of('job.failed'), 'job')),
    approvals: await readAsked(tx, idsIn(entries.filter(isOfApproval), 'approval')),
    rows: new Map(written.map((entry, i) => [entry, rows[i]!])),
  };
}

const isOfApproval = ({ action }: Entry) => action.startsWith('approval.');

function idsIn(entries: Entry[], type: 'message' | 'job' | 'approval'): { projectId: string; id: string }[] {
  return entries.flatMap(({ projectId, subjectId }) => {
    const id = readId(type, subjectId);
    return id ? [{ projectId, id }] : [];
  });
}

/** The identity that an entry names; undefined if it names none. */
function identityOf({ action, identityId, data }: Entry): string | undefined {
  if (identityId !== null || action !== 'profile.updated') return identityId ?? undefined;
  return typeof data.identity_id === 'string' ? readId('identity', data.identity_id) : undefined;
}

/** Whom an entry concerns: nobody, a customer, or the customer in each environment in which they have an account. */
function concerned(
  entry: Entry,
  { accounts, customers }: Found,
): Pick<Happened, 'identityId' | 'customer' | 'environment'>[] {
  const named = identityOf(entry);
  const ids = named ? [named] : (accounts.get(`${entry.projectId} ${entry.subjectId}`) ?? []);
  const known = ids.flatMap((identityId) => {
    const customer = customers.get(`${entry.projectId} ${identityId}`);
    // A customer whose channel was deleted since is nobody's any more.
    return customer ? [{ identityId, customer, environment: entry.environment ?? customer.environment }] : [];
  });
  return known.length > 0 ? known : [{ identityId: null, customer: null, environment: entry.environment }];
}

/** What every event has. These names are never replaced by other data. */
function common(happening: Happening, { id, at }: Entry, identityId: string | null): JsonObject {
  return {
    source: happening,
    event_id: `entry-${id}`,
    at: at.toISOString(),
    ...(identityId === null ? {} : { identity_id: showId('identity', identityId) }),
  };
}

/** The data of an event. docs/scenarios.md describes them. */
function eventOf(
  happening: Happening,
  entry: Entry,
  found: Found,
  environment: Environment | null,
): JsonObject {
  const data = entry.data as JsonObject;
  const { subjectId } = entry;
  switch (happening) {
    case 'message.received': {
      const message = found.messages.get(readId('message', subjectId) ?? '');
      const { text = '', attachments, data: more } = message ?? {};
      return {
        message_id: subjectId,
        text,
        ...(attachments ? { attachments } : {}),
        ...(more ? { data: more } : {}),
      };
    }
    case 'payment.succeeded':
    case 'dialog.failed':
      return data;
    case 'profile.updated': {
      const { identity_id: _, ...changed } = data;
      return { profile_id: subjectId, ...changed };
    }
    case 'tag.added':
      return { profile_id: subjectId, tags: data.tags_added! };
    case 'row.added': {
      const rows = found.rows.get(entry) ?? [];
      const count = data.added as number;
      const more = count - rows.length;
      const event = { table: subjectId, count, rows, environment, revision: data.revision ?? null };
      return more > 0 ? { ...event, more } : event;
    }
    case 'job.failed': {
      const operation = found.operations.get(readId('job', subjectId) ?? '') ?? null;
      return { job_id: subjectId, operation_id: operation, error: data.error ?? null };
    }
    case 'handover.requested':
      return { by: data.by ?? null, until: data.until ?? null };
    case 'handover.unanswered':
      return { since: data.since ?? null, until: data.until ?? null };
    case 'approval.requested':
    case 'approval.approved':
    case 'approval.rejected':
    case 'approval.timed_out':
    case 'approval.canceled': {
      const { asked, decided } = found.approvals.get(readId('approval', subjectId) ?? '') ?? {};
      const isAsked = happening === 'approval.requested';
      return { approval_id: subjectId, ...asked, ...(isAsked ? {} : decided) };
    }
    case 'owner.new_device':
      // Without the address, which the audit log and subscriptions tell: a run is read by more people.
      return { email: entry.actorName, device: data.device ?? null };
    default:
      return happening satisfies never;
  }
}

function distinct<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
