import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system, writeAudit } from '../audit/entry.ts';
import type { FollowedEntry } from '../conversations/record.ts';
import { dialogs } from '../dialogs/schema.ts';
import { stateOf } from '../flows/standing.ts';
import { callByState } from '../profiles/naming.ts';
import { passes, type Role } from '../rights/roles.ts';
import { identities, profiles } from '../schema.ts';
import { countInFigures } from './figures.ts';
import { conversations, conversationTags, teamMembers, teams } from './schema.ts';

const k = conversations;
const kt = conversationTags;
const i = alias(identities, 'i');
const d = alias(dialogs, 'd');
const p = alias(profiles, 'p');
const before = alias(conversations, 'before');
const team = alias(teams, 'team');

/** Customers of whom something happened, by an account or by their profile, and the last entry that tells of it. */
const byIdentity = rowsOf('a', {
  projectId: i.projectId,
  identityId: i.id,
  place: k.place,
  /** Whether somebody of the project did it, which begins a conversation with whom has said nothing. */
  isByPerson: types.boolean,
  /** Whether the scenario left what the customer said to people; null if it had no turn. */
  isLeft: orNull(types.boolean),
});
const byProfile = rowsOf('b', {
  projectId: p.projectId,
  profileId: p.id,
  place: k.place,
  /** Whether accounts have only moved between profiles: what was said with them says nobody anew. */
  isRearranged: types.boolean,
});

const copied = [k.identityId, k.channelId, k.state, k.heardAt, k.isHeld, k.wantedAt, k.tags];
const isCopyOld = sql.join(
  copied.map((column) => sql`${column} IS DISTINCT FROM ${excluded(column)}`),
  sql` OR `,
);
/** Whether the scenario left the customer to people in this look; null if it had no turn. */
const isLeft = sql`(SELECT is_left FROM standing WHERE standing.project_id = ${k.projectId} AND standing.profile_id = ${k.profileId})`;
/**
 * It is open, and the scenario left to people what was said. That is news even if the time of it is known: a look at an entry of something
 * else copies that time from the dialog, and may come between a turn and the entry of it.
 */
const isLeftHere = sql`(${k.isOpen} AND coalesce(${isLeft}, false))`;
/** The customer has spoken since. What they said before the conversation was closed may be noted only now; it opens it, too. */
const hasSpoken = sql`((${isLeftHere} OR ${excluded(k.heardAt)} > ${k.heardAt} OR ${k.heardAt} IS NULL AND ${excluded(k.heardAt)} IS NOT NULL)
  AND ${k.profileId} <> ALL (ARRAY(SELECT profile_id FROM standing WHERE NOT may_have_spoken)))`;

/**
 * What was heard last, as far as it was followed. Where accounts have only moved, a dialog may have heard more than the log has told so far:
 * that is left to the entry that tells it, which then moves the conversation up.
 */
const heardSoFar = sql`(SELECT CASE
    WHEN standing.may_have_spoken THEN standing.heard_at
    WHEN coalesce(${k.heardAt}, standing.heard_before) IS NOT NULL
    THEN least(standing.heard_at, greatest(${k.heardAt}, standing.heard_before))
  END FROM standing WHERE standing.project_id = ${k.projectId} AND standing.profile_id = ${k.profileId})`;

/** The team that gets the conversations in which a person is asked for. */
const teamOfHandovers = (projectId: SQL): SQL => sql`(
  SELECT ${team.id} FROM ${teams} AS ${team} WHERE ${team.projectId} = ${projectId} AND ${team.takesHandovers} FOR KEY SHARE)`;

const isWantedAnew = sql`(${excluded(k.wantedAt)} IS NOT NULL AND ${excluded(k.wantedAt)} IS DISTINCT FROM ${k.wantedAt})`;
/** A scenario that waits or works leads the dialog, whatever it makes of a message. */
const isLed = (state: SQL): SQL => sql`${state} IN ('active', 'waiting')`;
const isFailed = sql`${excluded(k.state)} = 'failed'`;
const hasSpokenUnanswered = sql`(${hasSpoken} AND ${excluded(k.heardAt)} > coalesce(${k.answeredAt}, '-infinity'))`;
/** It broke off by a turn of this look. */
const hasBrokenOff = sql`(${isFailed} AND ${k.state} <> 'failed' AND ${excluded(k.heardAt)} > coalesce(${k.answeredAt}, '-infinity'))`;
/** People have the dialog, or the scenario does not lead it. Without a turn of the scenario that stays as it was. */
const isForPeople = sql`(${excluded(k.isHeld)} OR ${isFailed} OR NOT ${isLed(excluded(k.state))}
  AND coalesce(${isLeft}, ${k.unansweredSince} IS NOT NULL AND NOT ${k.isHeld}))`;
/** A customer waits for a person only while the dialog is for people; what was answered before it got here is answered. */
const unansweredSince = sql`CASE
  WHEN NOT ${isForPeople} THEN NULL
  WHEN ${k.unansweredSince} IS NOT NULL THEN ${k.unansweredSince}
  WHEN ${isWantedAnew} AND ${excluded(k.wantedAt)} > coalesce(${k.answeredAt}, '-infinity') THEN ${excluded(k.wantedAt)}
  WHEN ${hasSpokenUnanswered} OR ${hasBrokenOff} THEN ${excluded(k.heardAt)}
END`;
/** Of whoever has no conversation yet. */
const beginsForPeople = sql`(standing.is_held OR standing.state = 'failed'
  OR NOT ${isLed(sql`standing.state`)} AND coalesce(standing.is_left, false))`;

/**
 * Locks the conversations that are about to be written, in the order of the customers. What is written was read by a later statement, so
 * it has whatever those who held them before have done.
 */
const hold = statement({
  name: 'conversations-hold',
  params: { byIdentity, byProfile },
  query: (given) => sql`
    SELECT FROM ${k} WHERE (${k.projectId}, ${k.profileId}) IN (
      SELECT ${i.projectId}, ${i.profileId} FROM ${given.byIdentity}
      JOIN ${identities} AS ${i} ON ${i.projectId} = ${byIdentity.at.projectId} AND ${i.id} = ${byIdentity.at.identityId}
      UNION ALL
      SELECT ${byProfile.at.projectId}, ${byProfile.at.profileId} FROM ${given.byProfile})
    ORDER BY ${k.projectId}, ${k.profileId} FOR UPDATE`,
});

/**
 * Writes conversations as the dialogs of their customers stand now, and their tags. Who has got accounts of another profile has not
 * spoken by that, unless the conversation that comes with them is open. The row of the conversation is locked in the order
 * of the customers.
 */
const refresh = statement({
  name: 'conversations-refresh',
  params: { byIdentity, byProfile },
  columns: {
    projectId: k.projectId,
    profileId: k.profileId,
    identityId: k.identityId,
    isReopened: as(types.boolean, sql`coalesce(${k.reopenedAt} = now()::timestamptz(3), false)`),
  },
  query: (given, columns) => sql`
    WITH touched AS (
      SELECT project_id, profile_id, max(place) AS place, bool_or(is_by_person) AS is_by_person,
        bool_or(may_have_spoken) AS may_have_spoken,
        bool_or(is_left) AS is_left FROM (
        SELECT ${i.projectId}, ${i.profileId}, ${byIdentity.at.place}, ${byIdentity.at.isByPerson} AS is_by_person,
          ${byIdentity.at.isLeft} AS is_left, true AS may_have_spoken
        FROM ${given.byIdentity}
        JOIN ${identities} AS ${i} ON ${i.projectId} = ${byIdentity.at.projectId} AND ${i.id} = ${byIdentity.at.identityId}
        UNION ALL
        SELECT ${byProfile.at.projectId}, ${byProfile.at.profileId}, ${byProfile.at.place}, false, NULL,
          NOT ${byProfile.at.isRearranged} FROM ${given.byProfile}
      ) AS either GROUP BY project_id, profile_id
    ), standing AS (
      SELECT touched.project_id, touched.profile_id, touched.place, touched.is_left, ${p.tags}, of_dialogs.*,
        touched.may_have_spoken OR coalesce(came.was_open, false) AS may_have_spoken, came.heard_before
      FROM touched
      CROSS JOIN LATERAL (
        SELECT bool_or(${before.isOpen}) AS was_open, max(${before.heardAt}) AS heard_before FROM ${given.byProfile}
        JOIN ${k} AS ${before} ON ${before.projectId} = ${byProfile.at.projectId} AND ${before.profileId} = ${byProfile.at.profileId}
        JOIN ${identities} AS ${i} ON ${i.projectId} = ${before.projectId} AND ${i.id} = ${before.identityId}
        WHERE ${i.projectId} = touched.project_id AND ${i.profileId} = touched.profile_id
          AND ${before.profileId} <> touched.profile_id
      ) AS came
      JOIN ${profiles} AS ${p} ON ${p.projectId} = touched.project_id AND ${p.id} = touched.profile_id
      CROSS JOIN LATERAL (
        SELECT (array_agg(${i.id} ORDER BY ${d.lastHeardAt} DESC NULLS LAST, ${d.updatedAt} DESC))[1] AS identity_id,
          (array_agg(${i.channelId} ORDER BY ${d.lastHeardAt} DESC NULLS LAST, ${d.updatedAt} DESC))[1] AS channel_id,
          (array_agg(${stateOf(d.position)} ORDER BY ${d.lastHeardAt} DESC NULLS LAST, ${d.updatedAt} DESC))[1] AS state,
          max(${d.lastHeardAt}) AS heard_at,
          coalesce(bool_or(${d.heldAt} IS NOT NULL), false) AS is_held,
          min(${d.heldAt}) FILTER (WHERE ${d.heldBy} IS NULL) AS wanted_at
        FROM ${identities} AS ${i}
        JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
        WHERE ${i.projectId} = touched.project_id AND ${i.profileId} = touched.profile_id
      ) AS of_dialogs
      WHERE of_dialogs.heard_at IS NOT NULL OR of_dialogs.is_held
        OR touched.is_by_person AND of_dialogs.identity_id IS NOT NULL
    ), written AS (
      INSERT INTO ${k} (${names(k.projectId, k.profileId, k.place, ...copied, k.unansweredSince, k.personPlace, k.teamId)})
      SELECT project_id, profile_id, place, identity_id, channel_id, state, heard_at, is_held, wanted_at, tags,
        CASE WHEN wanted_at IS NOT NULL THEN wanted_at WHEN NOT is_held AND ${beginsForPeople} THEN heard_at END,
        CASE WHEN ${beginsForPeople} THEN place ELSE 0 END,
        CASE WHEN wanted_at IS NOT NULL THEN ${teamOfHandovers(sql`standing.project_id`)} END
      FROM standing
      ORDER BY project_id, profile_id
      ON CONFLICT (${names(k.projectId, k.profileId)}) DO UPDATE SET
        ${sql.join(
          copied.map(
            (column) => sql`${name(column)} = ${column === k.heardAt ? heardSoFar : excluded(column)}`,
          ),
          sql`, `,
        )},
        ${name(k.place)} = CASE WHEN ${hasSpoken} OR ${k.place} < 1 THEN ${excluded(k.place)} ELSE ${k.place} END,
        ${name(k.isOpen)} = ${k.isOpen} OR ${hasSpoken},
        ${name(k.closedAt)} = CASE WHEN NOT ${hasSpoken} THEN ${k.closedAt} END,
        ${name(k.unansweredSince)} = ${unansweredSince},
        ${name(k.personPlace)} = CASE
          WHEN ${isForPeople} AND (${hasSpokenUnanswered} OR ${isWantedAnew} OR ${hasBrokenOff}) THEN ${excluded(k.place)}
          -- Opened by what came with accounts of another customer: people have not seen that here.
          WHEN NOT ${k.isOpen} AND ${hasSpoken} AND ${isLeft} IS NULL
          THEN ${excluded(k.place)} ELSE coalesce(${k.personPlace}, ${k.place}) END,
        ${name(k.teamId)} = CASE WHEN ${isWantedAnew} AND ${k.assigneeId} IS NULL
          THEN coalesce(${k.teamId}, ${teamOfHandovers(sql`${k.projectId}`)}) ELSE ${k.teamId} END,
        ${name(k.firstAnsweredAt)} = CASE WHEN NOT ${isWantedAnew} THEN ${k.firstAnsweredAt} END,
        ${name(k.reopenedAt)} = CASE WHEN NOT ${k.isOpen} AND ${hasSpoken} THEN now()::timestamptz(3) ELSE ${k.reopenedAt} END
      WHERE ${isCopyOld} OR ${isLeftHere} OR ${k.unansweredSince} IS NOT NULL AND NOT ${isForPeople}
      RETURNING ${columns}, ${k.tags} AS tags, ${k.isOpen} AS is_open, ${k.place} AS place
    ), untagged AS (
      DELETE FROM ${kt} USING written
      WHERE ${kt.projectId} = written.project_id AND ${kt.profileId} = written.profile_id
        AND ${kt.tag} <> ALL (written.tags)
    ), tagged AS (
      INSERT INTO ${kt} (${names(kt.projectId, kt.profileId, kt.tag, kt.isOpen, kt.place)})
      SELECT written.project_id, written.profile_id, one.tag, written.is_open, written.place
      FROM written CROSS JOIN LATERAL (SELECT DISTINCT unnest(written.tags) AS tag) AS one
      ORDER BY written.project_id, written.profile_id, one.tag
      ON CONFLICT (${names(kt.projectId, kt.profileId, kt.tag)}) DO UPDATE SET
        ${name(kt.isOpen)} = ${excluded(kt.isOpen)}, ${name(kt.place)} = ${excluded(kt.place)}
      WHERE ${kt.isOpen} <> ${excluded(kt.isOpen)} OR ${kt.place} <> ${excluded(kt.place)}
    )
    SELECT written.* FROM written`,
});

const gone = rowsOf('g', { projectId: k.projectId, profileId: k.profileId });

/**
 * Removes the conversations of customers who have no account any more. Somebody who was responsible for one is now responsible for
 * that of the customer who has its account, unless somebody is already.
 */
const merge = statement({
  name: 'conversations-merge',
  prepared: false,
  params: { gone },
  query: (given) => sql`
    WITH absorbed AS (
      DELETE FROM ${k} AS ${before} USING ${given.gone}
      WHERE ${before.projectId} = ${gone.at.projectId} AND ${before.profileId} = ${gone.at.profileId} AND NOT EXISTS (
        SELECT FROM ${identities} AS ${i} WHERE ${i.projectId} = ${before.projectId} AND ${i.profileId} = ${before.profileId})
      RETURNING ${before.projectId}, ${before.profileId}, ${before.identityId}, ${before.assigneeId}, ${before.teamId}
    ), untagged AS (
      DELETE FROM ${kt} USING absorbed
      WHERE ${kt.projectId} = absorbed.project_id AND ${kt.profileId} = absorbed.profile_id
    )
    UPDATE ${k} SET ${name(k.assigneeId)} = absorbed.assignee_id,
      ${name(k.teamId)} = coalesce(${k.teamId}, absorbed.team_id)
    FROM absorbed JOIN ${identities} AS ${i} ON ${i.projectId} = absorbed.project_id AND ${i.id} = absorbed.identity_id
    WHERE ${k.projectId} = ${i.projectId} AND ${k.profileId} = ${i.profileId} AND ${k.assigneeId} IS NULL`,
});

const left = rowsOf('l', { projectId: k.projectId, personId: teamMembers.personId });

/** Takes people who may not answer customers any more from teams and from what they saw to. */
const leave = statement({
  name: 'conversations-leave',
  prepared: false,
  params: { left },
  query: (given) => sql`
    WITH gone AS (
      DELETE FROM ${teamMembers} USING ${given.left}
      WHERE ${teamMembers.projectId} = ${left.at.projectId} AND ${teamMembers.personId} = ${left.at.personId}
    )
    UPDATE ${k} SET ${name(k.assigneeId)} = NULL FROM ${given.left}
    WHERE ${k.projectId} = ${left.at.projectId} AND ${k.assigneeId} = ${left.at.personId}`,
});

const given = rowsOf('r', {
  projectId: k.projectId,
  identityId: i.id,
  messageId: k.ratingMessageId,
  rating: k.rating,
  personId: teamMembers.personId,
});

/** Keeps the first answer to the last question for a rating. */
const rate = statement({
  name: 'conversations-rate',
  prepared: false,
  params: { given },
  columns: { projectId: k.projectId, personId: given.at.personId, rating: given.at.rating },
  query: (p, columns) => sql`
    UPDATE ${k} SET ${name(k.rating)} = ${given.at.rating}
    FROM ${p.given} JOIN ${identities} AS ${i} ON ${i.projectId} = ${given.at.projectId} AND ${i.id} = ${given.at.identityId}
    WHERE ${k.projectId} = ${i.projectId} AND ${k.profileId} = ${i.profileId}
      AND ${k.ratingMessageId} = ${given.at.messageId} AND ${k.rating} IS NULL
    RETURNING ${columns}`,
});

/** What a turn with a message of the customer did, if the scenario or a person saw to it. */
const seenTo = new Set(
  ['started', 'filled', 'answered', 'kept', 'branched', 'out_of_date', 'held'].map(
    (word) => `message.${word}`,
  ),
);

/** Whether the scenario left the customer to people in a turn; undefined for an entry of something else. */
function leavesToPeople(action: string, subjectType: string): boolean | undefined {
  if (action === 'message.ignored') return true;
  return seenTo.has(action) || (subjectType === 'dialog' && action !== 'dialog.failed') ? false : undefined;
}

/** What tells of a message and moves no dialog: the turn of what a customer said has an entry of its own. */
const movesNothing = new Set(['message.received', 'message.accepted', 'message.sent', 'message.read']);

/**
 * Brings the conversations of whoever the entries tell of up to date. They are written as everything stands now, so it does not matter
 * how often an entry is followed. Acceptance writes nothing for them.
 */
export async function followConversations(tx: Transaction, entries: readonly FollowedEntry[]): Promise<void> {
  const accounts = new Map<string, RecordOf<typeof byIdentity>>();
  const customers = new Map<string, RecordOf<typeof byProfile>>();
  const leaving: RecordOf<typeof left>[] = [];
  const ratings = new Map<string, RecordOf<typeof given>>();
  let isRearranged = false;
  for (const {
    projectId,
    id: place,
    action,
    actorType,
    subjectType,
    subjectId,
    identityId,
    data,
  } of entries) {
    const isByPerson = actorType === 'owner';
    if (subjectType === 'profile') {
      const more = [data?.absorbed, data?.restored, data?.profile_id].flat();
      const isMoved = more.some((each) => each !== undefined);
      isRearranged ||= isMoved;
      for (const shown of [subjectId, ...more]) {
        const profileId = typeof shown === 'string' ? readId('profile', shown) : undefined;
        if (!profileId) continue;
        const was = customers.get(profileId);
        customers.set(profileId, {
          projectId,
          profileId,
          place,
          isRearranged: isMoved || was?.isRearranged === true,
        });
      }
    } else if (subjectType === 'person') {
      const isLeaving =
        action === 'person.removed' ||
        (action === 'person.role_changed' && !passes(data?.to as Role, 'serve'));
      const personId = isLeaving ? readId('owner', subjectId) : undefined;
      if (personId) leaving.push({ projectId, personId });
    } else if (identityId && ['message', 'dialog', 'event'].includes(subjectType)) {
      if (movesNothing.has(action) && !isByPerson) continue;
      const messageId = action === 'message.rated' && readId('message', String(data?.message_id));
      const personId = messageId && readId('owner', String(data?.person_id));
      if (personId && !ratings.has(messageId)) {
        ratings.set(messageId, { projectId, identityId, messageId, rating: Number(data?.rating), personId });
      }
      const was = accounts.get(identityId);
      accounts.set(identityId, {
        projectId,
        identityId,
        place,
        isByPerson: isByPerson || was?.isByPerson === true,
        isLeft: leavesToPeople(action, subjectType) ?? was?.isLeft ?? null,
      });
    }
  }
  // Profiles are locked before conversations, as by everybody else.
  await callByState(tx, [...customers.values()]);
  if (leaving.length > 0) await leave.run(tx, { left: leaving });
  const touched = { byIdentity: [...accounts.values()], byProfile: [...customers.values()] };
  if (touched.byIdentity.length + touched.byProfile.length === 0) return;
  await hold.run(tx, touched);
  const written = await refresh.all(tx, touched);
  if (ratings.size > 0) {
    const kept = await rate.all(tx, { given: [...ratings.values()] });
    await countInFigures(
      tx,
      ...kept.map(({ projectId, personId, rating }) => ({
        ...{ projectId, personId },
        ...{ ratings: 1, ratingSum: rating! },
      })),
    );
  }
  if (isRearranged) await merge.run(tx, { gone: touched.byProfile });
  await writeAudit(
    tx,
    ...written
      .filter(({ isReopened }) => isReopened)
      .map(({ projectId, profileId, identityId }) => ({
        projectId,
        actor: system,
        action: 'conversation.reopened',
        subject: { type: 'conversation', id: showId('profile', profileId) },
        identityId,
        data: { identity_id: showId('identity', identityId), by: 'customer' },
      })),
  );
}
