import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { LogFollower } from '../audit/follower.ts';
import { auditHeads, auditLog } from '../audit/schema.ts';
import { conversationCursors } from '../conversations/schema.ts';
import { members } from '../gate/schema.ts';
import { conversationReads, conversations, teamMembers } from '../inbox/schema.ts';
import type { Mail } from '../mail/outbox.ts';
import { acceptPushes } from '../push/outbox.ts';
import { pushBrowsers } from '../push/schema.ts';
import { mayCall } from '../rights/roles.ts';
import { channels, identities, owners, projects } from '../schema.ts';
import { isQuiet } from './quiet.ts';
import { notificationCursors, notificationSettings, notifications } from './schema.ts';

/** Most audit entries that one transaction reads. */
const entriesAtOnce = 2000;
/** Most projects of one transaction. */
const projectsAtOnce = 100;

const h = alias(auditHeads, 'h');
const c = alias(notificationCursors, 'c');
const r = alias(conversationCursors, 'r');
const e = alias(auditLog, 'e');
const i = alias(identities, 'i');
const ch = alias(channels, 'ch');
const k = alias(conversations, 'k');
const s = alias(notificationSettings, 's');
const m = alias(members, 'm');
const o = alias(owners, 'o');
const p = alias(projects, 'p');
const tm = alias(teamMembers, 'tm');
const b = alias(pushBrowsers, 'b');
const read = alias(conversationReads, 'read');
const n = notifications;

const findBehind = statement({
  name: 'notifications-behind',
  params: { projects: listOf(c.projectId) },
  columns: { projectId: c.projectId },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${notificationCursors} AS ${c}
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${c.projectId} AND ${h.last} > ${c.last}
    WHERE ${c.projectId} = ANY (${given.projects})`,
});

const lookOn = statement({
  name: 'notifications-look',
  params: { after: c.projectId, most: types.int },
  columns: {
    projectId: as(c.projectId, sql`seen.project_id`),
    behind: as(types.boolean, sql`coalesce(${h.last} > seen.last, false)`),
  },
  query: ({ after, most }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${c.projectId}, ${c.last} FROM ${notificationCursors} AS ${c} WHERE ${c.projectId} > ${after}
      ORDER BY ${c.projectId} LIMIT ${most}
    ) AS seen
    LEFT JOIN ${auditHeads} AS ${h} ON ${h.projectId} = seen.project_id
    ORDER BY seen.project_id`,
});

/** The next entries up to the one to which the list of conversations has come, of projects that nobody else takes further. */
const takeTurns = statement({
  name: 'notifications-turns',
  params: { projects: listOf(c.projectId), each: types.int },
  columns: {
    projectId: as(c.projectId, sql`turn.project_id`),
    id: as(e.id, sql`entry.id`),
    identityId: as(e.identityId, sql`entry.identity_id`),
    isCall: as(types.boolean, sql`entry.is_call`),
    isAssigned: as(types.boolean, sql`entry.is_assigned`),
  },
  query: (given, columns) => sql`
    WITH turn AS MATERIALIZED (
      SELECT ${c.projectId}, ${c.last} FROM ${notificationCursors} AS ${c}
      WHERE ${c.projectId} = ANY (${given.projects}) ORDER BY ${c.projectId} FOR UPDATE SKIP LOCKED
    )
    SELECT ${columns} FROM turn
    JOIN ${conversationCursors} AS ${r} ON ${r.projectId} = turn.project_id
    CROSS JOIN LATERAL (
      SELECT ${e.id}, ${e.identityId}, coalesce(${e.environment} = 'live' AND (${e.action} IN ('message.received', 'message.held')
        OR ${e.action} = 'dialog.handover' AND ${e.data} ->> 'by' <> 'operator'), false) AS is_call,
        coalesce(${e.action} = 'conversation.assigned' AND ${e.data} ->> 'how' IN ('assigned', 'queue')
          AND ${e.data} ->> 'assignee_id' <> coalesce(${e.actorId}, ''), false) AS is_assigned
      FROM ${auditLog} AS ${e}
      WHERE ${e.projectId} = turn.project_id AND ${e.id} > turn.last AND ${e.id} <= ${r.last}
      ORDER BY ${e.id} LIMIT ${given.each}
    ) AS entry
    ORDER BY turn.project_id, entry.id`,
});

const moved = rowsOf('moved', { projectId: c.projectId, last: c.last });
const moveCursors = statement({
  name: 'notifications-move',
  params: { moved },
  query: (given) => sql`
    UPDATE ${notificationCursors} AS ${c} SET ${name(c.last)} = ${moved.at.last}
    FROM ${given.moved} WHERE ${c.projectId} = ${moved.at.projectId}`,
});

const byMail = sql`CASE WHEN ${k.assigneeId} IS NULL THEN ${s.mailsWaiting} ELSE ${s.mailsMine} END`;
const byPush = sql`(CASE WHEN ${k.assigneeId} IS NULL THEN ${s.pushesWaiting} ELSE ${s.pushesMine} END
  AND EXISTS (SELECT FROM ${pushBrowsers} AS ${b} WHERE ${b.personId} = ${s.personId}))`;

const calls = rowsOf('w', {
  projectId: i.projectId,
  identityId: i.id,
  /** Somebody else has only given it to whoever sees to it: that is news if the customer waits. */
  isAssigned: types.boolean,
});

/** Whom a conversation concerns that is open: whoever sees to it; otherwise, if it waits for a person, its team or all who want to know. */
const findPeople = statement({
  name: 'notifications-people',
  params: { calls, roles: listOf(m.role) },
  columns: {
    projectId: k.projectId,
    profileId: k.profileId,
    place: k.place,
    personId: s.personId,
    email: o.email,
    project: p.name,
    isMine: as(types.boolean, sql`${k.assigneeId} IS NOT NULL`),
    byMail: as(types.boolean, byMail),
    byPush: as(types.boolean, byPush),
    quietFrom: s.quietFrom,
    quietTo: s.quietTo,
    timeZone: s.timeZone,
  },
  query: (given, columns) => sql`
    SELECT DISTINCT ON (${k.projectId}, ${s.personId}, ${k.profileId}) ${columns} FROM ${given.calls}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${calls.at.projectId} AND ${i.id} = ${calls.at.identityId}
    JOIN ${channels} AS ${ch} ON ${ch.projectId} = ${i.projectId} AND ${ch.id} = ${i.channelId} AND ${ch.environment} = 'live'
    JOIN ${conversations} AS ${k} ON ${k.projectId} = ${i.projectId} AND ${k.profileId} = ${i.profileId} AND ${k.isOpen}
      AND (NOT ${calls.at.isAssigned} OR ${k.unansweredSince} IS NOT NULL)
    JOIN ${notificationSettings} AS ${s} ON ${s.projectId} = ${k.projectId} AND CASE WHEN ${k.assigneeId} IS NOT NULL
      THEN ${s.personId} = ${k.assigneeId}
      ELSE ${k.wantedAt} IS NOT NULL AND (${k.teamId} IS NULL OR EXISTS (
        SELECT FROM ${teamMembers} AS ${tm} WHERE ${tm.projectId} = ${k.projectId} AND ${tm.teamId} = ${k.teamId}
          AND ${tm.personId} = ${s.personId})) END
    JOIN ${members} AS ${m} ON ${m.projectId} = ${s.projectId} AND ${m.personId} = ${s.personId} AND ${m.role} = ANY (${given.roles})
    JOIN ${owners} AS ${o} ON ${o.id} = ${s.personId}
    JOIN ${projects} AS ${p} ON ${p.id} = ${k.projectId} AND ${p.deletedAt} IS NULL
    WHERE ${byMail} OR ${byPush}
    ORDER BY ${k.projectId}, ${s.personId}, ${k.profileId}`,
});

const told = rowsOf('t', {
  projectId: n.projectId,
  personId: n.personId,
  profileId: n.profileId,
  place: n.place,
});

/** Notes whom something is told of which conversation. Whoever has not read it since they were told last is not told again. */
const note = statement({
  name: 'notifications-note',
  params: { told },
  columns: { personId: n.personId, profileId: n.profileId },
  query: (given, columns) => sql`
    INSERT INTO ${n} (${names(n.projectId, n.personId, n.profileId, n.place)})
    SELECT ${told.at.projectId}, ${told.at.personId}, ${told.at.profileId}, ${told.at.place} FROM ${given.told}
    ORDER BY ${told.at.projectId}, ${told.at.personId}, ${told.at.profileId}
    ON CONFLICT (${names(n.projectId, n.personId, n.profileId)}) DO UPDATE
      SET ${name(n.place)} = ${excluded(n.place)}, ${name(n.toldAt)} = now()
      WHERE EXISTS (SELECT FROM ${conversationReads} AS ${read}
        WHERE ${read.projectId} = ${n.projectId} AND ${read.profileId} = ${n.profileId}
          AND ${read.personId} = ${n.personId} AND ${read.readPlace} >= ${n.place})
    RETURNING ${columns}`,
});

type Behind = ResultOf<typeof findBehind>;

/**
 * Tells people by mail and in their browsers that customers wait for them, as a follower of the audit log behind the list of
 * conversations: acceptance writes nothing for it. The cursor moves in the transaction that accepts what is sent, so it is accepted once. Projects in which nobody wants to be
 * told have no cursor, and cost nothing.
 */
export function notificationFollower(database: Database, mail: Mail): LogFollower<Behind> {
  return new LogFollower<Behind>({
    first: { projectId: noId },
    lookOn: (after, most) => lookOn.all(database, { after: after.projectId, most }),
    findBehind: (projectIds) => findBehind.all(database, { projects: projectIds }),
    together: projectsAtOnce,
    async advance(some) {
      const more = await database.transaction((tx) => tellSome(tx, mail, some));
      return some.filter(({ projectId }) => more.has(projectId));
    },
  });
}

/** @returns the projects that have more entries */
async function tellSome(tx: Transaction, mail: Mail, some: Behind[]): Promise<Set<string>> {
  const each = Math.floor(entriesAtOnce / some.length);
  const entries = await takeTurns.all(tx, { projects: some.map(({ projectId }) => projectId), each });
  if (entries.length === 0) return new Set();
  const seen = new Map<string, { entries: number; last: number }>();
  const called = new Map<string, RecordOf<typeof calls>>();
  for (const { projectId, id: last, identityId, isCall, isAssigned } of entries) {
    seen.set(projectId, { entries: (seen.get(projectId)?.entries ?? 0) + 1, last });
    if (!identityId || !(isCall || isAssigned)) continue;
    const isOnlyAssigned = !isCall && called.get(identityId)?.isAssigned !== false;
    called.set(identityId, { projectId, identityId, isAssigned: isOnlyAssigned });
  }
  await moveCursors.run(tx, { moved: Array.from(seen, ([projectId, { last }]) => ({ projectId, last })) });
  if (called.size > 0) await tell(tx, mail, [...called.values()]);
  return new Set([...seen].filter(([, its]) => its.entries === each).map(([projectId]) => projectId));
}

async function tell(tx: Transaction, mail: Mail, called: RecordOf<typeof calls>[]): Promise<void> {
  const now = Date.now();
  const concerned = (await findPeople.all(tx, { calls: called, roles: [...mayCall.serve] })).filter(
    ({ byMail: isMailed, byPush: isPushed, quietFrom: from, quietTo: to, timeZone }) =>
      ((isMailed && mail.isOn) || isPushed) &&
      (from === null || to === null || !isQuiet({ from, to, timeZone: timeZone ?? 'UTC' }, now)),
  );
  if (concerned.length === 0) return;
  const noted = await note.all(tx, { told: concerned });
  const isNoted = new Set(noted.map(({ personId, profileId }) => `${personId} ${profileId}`));
  const tellable = concerned.filter(({ personId, profileId }) => isNoted.has(`${personId} ${profileId}`));
  await acceptPushes(
    tx,
    tellable.filter((each) => each.byPush),
  );
  await mail.accept(
    tx,
    ...tellable
      .filter((each) => each.byMail)
      .map(({ email: to, project, isMine }) => ({
        to,
        template: 'customer_waits' as const,
        values: { project, isMine, at: new Date(now).toISOString(), link: mail.links.start() },
      })),
  );
}

const passEntries = statement({
  name: 'notifications-pass',
  prepared: false,
  query: () => sql`
    UPDATE ${notificationCursors} AS ${c} SET ${name(c.last)} = ${h.last} FROM ${auditHeads} AS ${h}
    WHERE ${h.projectId} = ${c.projectId} AND ${c.last} < ${h.last}`,
});

/** Passes over all numbered entries: nobody is told of them. */
export async function passCalls(tx: Queryable): Promise<void> {
  await passEntries.run(tx);
}
