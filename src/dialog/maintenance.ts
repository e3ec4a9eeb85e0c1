import { eq, getTableName, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FileStore } from '../platform/file-store/file-store.ts';
import { idsSince } from '../platform/ids.ts';
import type { Database } from '../platform/postgres.ts';
import { as } from '../platform/sql-expressions.ts';
import { type SqlType, types } from '../platform/sql-types.ts';
import { build, execute, statement } from '../platform/statement.ts';
import type { Settings } from '../settings.ts';
import { dailyActive, stepFigures, tagActive, tagFigures, tagRevenue } from './analytics/schema.ts';
import { installationLog } from './audit/schema.ts';
import { webchatVisitors } from './channels/webchat/schema.ts';
import { testConversations } from './dialogs/schema.ts';
import { daysOfTestConversation } from './dialogs/test-conversations.ts';
import { removeExpiredChallenges } from './factors/challenges.ts';
import { removeExpiredHalfLogins } from './factors/half-logins.ts';
import { abandonFilesOf, type NotRemoved, removeDeadFiles } from './files/removal.ts';
import { removeExpiredResets } from './gate/password-resets.ts';
import { ownerDevices, ownerNetworks, personalTokens, rateWindows } from './gate/schema.ts';
import { removeOverSessions } from './gate/sessions.ts';
import { removeOldMails } from './mail/outbox.ts';
import { notifications } from './notifications/schema.ts';
import { removeExpiredInvitations } from './people/invitations.ts';
import { linkAttempts, linkCodes } from './profiles/schema.ts';
import { projects, requestKeys } from './schema.ts';
import { removeDeletedTables, removeReplacedRows } from './tables/removal.ts';
import { arrivals } from './webhooks/inbound/schema.ts';
import { webhookAttempts } from './webhooks/outbound/schema.ts';
import { runDebounces, workflowVersions } from './workflows/schema.ts';
import { daysOfTriedDraft } from './workflows/tried-drafts.ts';

/** Rows deleted by one statement: few enough for short locks and for little repeated work after a crash. */
const atOnce = 5000;

/** Days for which calls to receivers are shown, so that an owner can find recent errors. */
const arrivalDays = 7;

/** Analytics cover 90 days, and the active profiles of a day are not needed after its figures have been counted. */
const activeDays = 100;

/** Analytics by tag cover 90 days. Tags may be as many as customers, so those of long past days do not stay. */
const tagDays = 100;

/** Days for which what happened at each step is kept: a year, and the month before it to compare with. */
const stepDays = 400;

/** Days for which the log of the installation is kept. */
const installationLogDays = 365;
const dayMs = 86_400_000;

/** Days for which personal tokens are shown after their end. */
const endedTokenDays = 90;

/** Days after which a network or device from which an owner has not logged in again is forgotten. */
const knownNetworkDays = 400;

/** A statement that deletes some of the rows that are no longer needed. */
const removal = <Params extends Record<string, SqlType<unknown>>>(
  table: PgTable,
  params: Params,
  condition: (params: Record<keyof Params, SQL>) => SQL,
) =>
  statement({
    name: `expired-${getTableName(table)}`,
    prepared: false,
    params,
    query: (given) => someOf(table, condition(given)),
  });

const someOf = (table: SQLWrapper, condition: SQL): SQL => sql`
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${sql.raw(String(atOnce))}))`;

const inDays = { days: types.int };
const before = (days: SQL) => sql`now() - make_interval(days => ${days})`;
const beforeDay = (days: SQL) => sql`(now() AT TIME ZONE 'UTC')::date - ${days}`;

const endedVisits = removal(webchatVisitors, {}, () => sql`${webchatVisitors.expiresAt} < now()`);
const oldEntries = removal(
  installationLog,
  { before: types.uuid },
  ({ before: id }) => sql`${installationLog.id} < ${id}`,
);
// Their person can still look up when a token ended.
const oldTokens = removal(
  personalTokens,
  inDays,
  ({ days }) => sql`least(${personalTokens.revokedAt}, ${personalTokens.expiresAt}) < ${before(days)}`,
);
const oldNetworks = removal(
  ownerNetworks,
  inDays,
  ({ days }) => sql`${ownerNetworks.lastLoginAt} < ${before(days)}`,
);
const oldDevices = removal(
  ownerDevices,
  inDays,
  ({ days }) => sql`${ownerDevices.lastLoginAt} < ${before(days)}`,
);
const endedWindows = removal(rateWindows, {}, () => sql`${rateWindows.resetsAt} < now()`);
const oldRequestKeys = removal(
  requestKeys,
  inDays,
  ({ days }) => sql`${requestKeys.createdAt} < ${before(days)}`,
);
const oldArrivals = removal(arrivals, inDays, ({ days }) => sql`${arrivals.at} < ${before(days)}`);
const oldAttempts = removal(
  webhookAttempts,
  inDays,
  ({ days }) => sql`${webhookAttempts.at} < ${before(days)}`,
);
const oldActivity = removal(dailyActive, inDays, ({ days }) => sql`${dailyActive.day} < ${beforeDay(days)}`);
const oldStepFigures = removal(
  stepFigures,
  inDays,
  ({ days }) => sql`${stepFigures.day} < ${beforeDay(days)}`,
);
const oldOfTags = [
  removal(tagFigures, inDays, ({ days }) => sql`${tagFigures.day} < ${beforeDay(days)}`),
  removal(tagRevenue, inDays, ({ days }) => sql`${tagRevenue.day} < ${beforeDay(days)}`),
  removal(tagActive, inDays, ({ days }) => sql`${tagActive.day} < ${beforeDay(days)}`),
];
// Owners can still look up what became of a code for a while.
const oldLinkCodes = removal(linkCodes, {}, () => sql`${linkCodes.expiresAt} < now() - interval '30 days'`);
const oldLinkAttempts = removal(
  linkAttempts,
  {},
  () => sql`${linkAttempts.since} < now() - interval '1 hour'`,
);

// A debounce lasts a day at most, and a run forgets its own as it begins; these were canceled before.
const oldDebounces = removal(runDebounces, {}, () => sql`${runDebounces.at} < now() - interval '2 days'`);

const oldTriedDrafts = removal(
  workflowVersions,
  inDays,
  ({ days }) => sql`${workflowVersions.version} < 0 AND ${workflowVersions.publishedAt} < ${before(days)}`,
);

// Whoever has not read a conversation for so long may be told of it anew.
const oldNotifications = removal(
  notifications,
  {},
  () => sql`${notifications.toldAt} < now() - interval '90 days'`,
);

const oldTestConversations = removal(
  testConversations,
  inDays,
  ({ days }) => sql`${testConversations.startedAt} < ${before(days)}`,
);

const findDeletedProjects = statement({
  name: 'projects-deleted',
  prepared: false,
  columns: { id: projects.id },
  query: () => build.select({ id: projects.id }).from(projects).where(isNotNull(projects.deletedAt)),
});

const removeProject = statement({
  name: 'project-remove',
  prepared: false,
  params: { id: projects.id },
  query: ({ id }) => build.delete(projects).where(eq(projects.id, id)),
});

/** Every table whose rows belong to a project, read from the database, so that a new table cannot be forgotten. */
const findProjectTables = statement({
  name: 'project-tables',
  prepared: false,
  columns: { name: as(types.text, sql`c.relname`) },
  query: (_, columns) => sql`
    SELECT ${columns} FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'dialog'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname`,
});

type ExpirySettings = Pick<Settings, 'idempotencyRetentionDays' | 'deliveryRetentionDays'>;

/**
 * Deletes expired records of all projects: ended sessions and visits, old entries of the installation's log, rate windows, request keys after their retention,
 * traces of webhooks, activity and figures of steps and tags of long past days, old link codes, copies of drafts, invitations
 * that nobody accepted, logins that nobody finished, links for a new password, mails that were given up, and rows of tables that nobody can read any more. `retention/` deletes what a project may keep for a shorter
 * time.
 */
export async function removeExpired(
  database: Database,
  { idempotencyRetentionDays, deliveryRetentionDays }: ExpirySettings,
): Promise<void> {
  await untilNone(() => removeOverSessions(database, atOnce));
  await untilNone(() => endedVisits.run(database));
  const before = idsSince(new Date(Date.now() - installationLogDays * dayMs));
  await untilNone(() => oldEntries.run(database, { before }));
  await untilNone(() => oldTokens.run(database, { days: endedTokenDays }));
  await untilNone(() => oldNetworks.run(database, { days: knownNetworkDays }));
  await untilNone(() => oldDevices.run(database, { days: knownNetworkDays }));
  await untilNone(() => endedWindows.run(database));
  await untilNone(() => oldRequestKeys.run(database, { days: idempotencyRetentionDays }));
  await untilNone(() => oldArrivals.run(database, { days: arrivalDays }));
  await untilNone(() => oldAttempts.run(database, { days: deliveryRetentionDays }));
  await untilNone(() => oldActivity.run(database, { days: activeDays }));
  await untilNone(() => oldStepFigures.run(database, { days: stepDays }));
  for (const old of oldOfTags) await untilNone(() => old.run(database, { days: tagDays }));
  await untilNone(() => oldLinkCodes.run(database));
  await untilNone(() => oldLinkAttempts.run(database));
  await untilNone(() => oldDebounces.run(database));
  await untilNone(() => oldTriedDrafts.run(database, { days: daysOfTriedDraft }));
  await untilNone(() => oldTestConversations.run(database, { days: daysOfTestConversation }));
  await untilNone(() => oldNotifications.run(database));
  await removeExpiredInvitations(database);
  await removeExpiredResets(database);
  await removeOldMails(database);
  await removeExpiredChallenges(database);
  await removeExpiredHalfLogins(database);
  await removeReplacedRows(database);
  await removeDeletedTables(database);
}

/**
 * Deletes the bytes of deleted files, and then the rows of deleted projects and finally the projects. A project whose files cannot
 * be deleted keeps its rows until the next run.
 * @returns the files that could not be deleted
 */
export async function removeDeletedProjects(
  database: Database,
  files: FileStore,
): Promise<NotRemoved | undefined> {
  const deleted = await findDeletedProjects.all(database);
  for (const { id } of deleted) await abandonFilesOf(database, id);
  const notRemoved = await removeDeadFiles(database, files);
  const tables = deleted.length > 0 ? await findProjectTables.all(database) : [];
  for (const { id } of deleted) {
    if (await abandonFilesOf(database, id)) continue;
    // What was under way when the project was deleted may write to a table that is empty already.
    while (await removeRowsOf(id, tables));
    await removeProject.run(database, { id });
  }
  return notRemoved;

  /** @returns whether there were any */
  async function removeRowsOf(projectId: string, tables: readonly { name: string }[]): Promise<boolean> {
    let rows = 0;
    for (const { name } of tables) {
      const table = sql`${sql.identifier('dialog')}.${sql.identifier(name)}`;
      rows += await untilNone(() => execute(database, someOf(table, sql`project_id = ${projectId}`)));
    }
    return rows > 0;
  }
}

/** Repeats a deletion until it finds fewer rows than it may take. @returns how many it found in all */
async function untilNone(removeSome: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let some = atOnce; some >= atOnce; all += some) some = await removeSome();
  return all;
}
