import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/network.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { sha256 } from '../../platform/secrets.ts';
import { as, excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { oneOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, searchOf, statement } from '../../platform/statement.ts';
import { cursorPage, rangeOf } from '../http/cursors.ts';
import { installationLog, isUntoldFailure } from './schema.ts';

/** The audit log of the installation: what happens to accounts, and what belongs to no project. */

/** What is recorded. */
export const installationKinds = [
  'session.begun',
  'session.ended',
  'login.failed',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'factor.added',
  'factor.removed',
  'factor.failed',
  'recovery_codes.made',
  'recovery_code.used',
  'token.created',
  'token.revoked',
  'invitation.mailed',
  'invitation.accepted',
  'project.created',
  'project.deleted',
] as const;

export type InstallationKind = (typeof installationKinds)[number];

/** Somebody who has an account. */
export interface Account {
  id: string;
  email: string;
}

/** What of a request is recorded. A `FastifyRequest` is one. */
export interface RequestTraces {
  id: string;
  ip: string;
  headers: { 'user-agent'?: string | undefined };
}

/** An entry to be recorded. */
export interface InstallationEntry {
  kind: InstallationKind;
  /** Whom it concerns. */
  person: Account;
  /** Who did it, if it was not this person; null: the server or its command line. */
  by?: Account | null;
  /** Absent if no request did it. The address of somebody else than the person is not recorded. */
  request?: RequestTraces;
  /** Never contains secrets. */
  data?: Record<string, unknown>;
}

const l = installationLog;
const longestAddress = 64;
const longestUserAgent = 400;

/** The name of a browser or program as it is stored. */
export const storedUserAgent = (given: string | undefined): string | null =>
  given?.replaceAll('\0', '').slice(0, longestUserAgent) ?? null;

const entries = rowsOf('entry', {
  id: l.id,
  kind: l.kind,
  personId: l.personId,
  personEmail: l.personEmail,
  byId: l.byId,
  byEmail: l.byEmail,
  address: l.address,
  userAgent: l.userAgent,
  requestId: l.requestId,
  data: types.jsonText,
  fold: l.fold,
});

const written = names(
  ...[l.id, l.kind, l.personId, l.personEmail, l.byId, l.byEmail, l.address, l.userAgent],
  ...[l.requestId, l.data, l.fold],
);

const write = statement({
  name: 'installation-log-write',
  prepared: false,
  params: { entries },
  query: (p) => sql`
    INSERT INTO ${l} (${written}) SELECT ${written} FROM ${p.entries} ORDER BY ${entries.n}
    ON CONFLICT (${name(l.fold)}) DO UPDATE SET ${name(l.count)} = ${l.count} + 1, ${name(l.lastAt)} = now(),
      ${name(l.address)} = ${excluded(l.address)}, ${name(l.userAgent)} = ${excluded(l.userAgent)},
      ${name(l.requestId)} = ${excluded(l.requestId)}`,
});

/** Records entries, in the transaction of what they tell of, so that neither exists without the other. */
export async function recordForInstallation(tx: Queryable, ...given: InstallationEntry[]): Promise<void> {
  if (given.length > 0) await write.run(tx, { entries: given.map((entry) => recordOf(entry)) });
}

function recordOf({
  kind,
  person,
  by = person,
  request,
  data = {},
}: InstallationEntry): RecordOf<typeof entries> {
  const own = by?.id === person.id ? request : undefined;
  return {
    id: newId(),
    kind,
    personId: person.id,
    personEmail: person.email,
    byId: by?.id ?? null,
    byEmail: by?.email ?? null,
    ...tracesOf(own),
    requestId: request?.id ?? null,
    data: JSON.stringify(data),
    fold: null,
  };
}

const tracesOf = (request: RequestTraces | undefined) => ({
  address: request?.ip.slice(0, longestAddress) ?? null,
  userAgent: storedUserAgent(request?.headers['user-agent']),
});

const foldMs = 10 * 60_000;
const mostNetworks = 32;

/**
 * Records a wrong password or second factor. Those of ten minutes at one account from one network are one entry with a count, and those at addresses
 * without an account, which are not kept since somebody may have typed a password there, count as one account. Networks share 32
 * entries, so that guesses from many networks cannot fill the disk.
 */
export async function recordFailed(
  database: Queryable,
  kind: 'login.failed' | 'factor.failed',
  person: Account | undefined,
  request: RequestTraces,
): Promise<void> {
  const window = Math.floor(Date.now() / foldMs);
  const place = sha256(networkOf(request.ip))[0]! % mostNetworks;
  const entry: RecordOf<typeof entries> = {
    id: newId(),
    kind: kind satisfies InstallationKind,
    personId: person?.id ?? null,
    personEmail: person?.email ?? null,
    ...{ byId: null, byEmail: null },
    ...tracesOf(request),
    requestId: request.id,
    data: '{}',
    fold: sha256(`${kind} ${person?.id ?? 'nobody'} ${window} ${place}`),
  };
  await write.run(database, { entries: [entry] });
}

const mostPeople = 50;

const failureColumns = {
  kind: as(oneOf('login.failed', 'factor.failed'), sql`due.kind`),
  personId: as(types.uuid, sql`due.person_id`),
  email: as(types.text, sql`max(due.person_email)`),
  /** How many of which nobody was told before. */
  count: as(types.int, sql`sum(due.untold)::int`),
  /** The first of them, or the one that their entry began with. */
  firstAt: as(types.instant, sql`min(due.at)`),
  lastAt: as(types.instant, sql`max(due.last_at)`),
};

const take = statement({
  name: 'installation-log-failures',
  prepared: false,
  columns: failureColumns,
  query: (_, list) => {
    const minute = sql`date_trunc('minute', now())`;
    const isDue = sql`${isUntoldFailure} AND at < ${minute}
      AND (told = 0 OR at < ${minute} - make_interval(secs => ${sql.raw(String(foldMs / 1000))}))`;
    return sql`
      WITH people AS (
        SELECT DISTINCT person_id FROM ${l} WHERE ${isDue} ORDER BY person_id LIMIT ${sql.raw(String(mostPeople))}
      ), due AS (
        SELECT id, kind, person_id, person_email, at, last_at, count - told AS untold FROM ${l}
        WHERE ${isDue} AND person_id IN (SELECT person_id FROM people) ORDER BY id FOR UPDATE
      ), noted AS (
        UPDATE ${l} SET told = count WHERE id IN (SELECT id FROM due)
      )
      SELECT ${list} FROM due GROUP BY due.kind, due.person_id ORDER BY due.person_id, due.kind`;
  },
});

/** Failures of one kind at an account. */
export type Failures = ResultOf<typeof take>;

/**
 * Takes failures of which projects are to be told, and notes that they are, by person and kind. An entry is taken when the minute of its
 * first failure is over, and what was added to it when its ten minutes are over, on the minute: so what is to be told of a person in one
 * minute is taken together, whoever takes it.
 * @returns those of some people; `more` if there may be others
 */
export async function takeFailures(tx: Transaction): Promise<{ failures: Failures[]; more: boolean }> {
  const failures = await take.all(tx);
  return { failures, more: failures.length >= mostPeople };
}

const columns = {
  id: l.id,
  at: l.at,
  lastAt: l.lastAt,
  count: l.count,
  kind: l.kind,
  personId: l.personId,
  personEmail: l.personEmail,
  byId: l.byId,
  byEmail: l.byEmail,
  address: l.address,
  userAgent: l.userAgent,
  requestId: l.requestId,
  data: l.data,
};

/** What is looked for. */
export interface InstallationFilter {
  /** Only entries about this person; undefined: about everybody. */
  personId: string | undefined;
  kind: InstallationKind | undefined;
  from: string;
  to: string;
  cursor: string;
}

/** The search for a page of entries, newest first, and one more if there are more. */
export function searchInstallationLog({ personId, kind, ...range }: InstallationFilter) {
  const conditions: SQL[] = [
    ...(personId === undefined ? [] : [eq(l.personId, personId)]),
    ...(kind === undefined ? [] : [eq(l.kind, kind)]),
    ...rangeOf('installationEntry', { id: l.id, createdAt: l.at }, range),
  ];
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM ${l} ${where} ORDER BY ${desc(l.id)} LIMIT ${sql.raw(String(cursorPage + 1))}`,
  );
}
