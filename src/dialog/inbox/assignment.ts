import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { name, outer } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { holdAnswered, passDialogs } from '../dialogs/hold.ts';
import { holdProfiles } from '../profiles/holding.ts';
import { owners } from '../schema.ts';
import { conversationOf } from './accounts.ts';
import { conversationNotFound } from './not-found.ts';
import { conversations } from './schema.ts';

/** Who sees to a conversation. */

const k = alias(conversations, 'k');
const o = alias(owners, 'o');

const lock = statement({
  name: 'conversation-lock',
  prepared: false,
  params: { projectId: k.projectId, profileId: k.profileId },
  columns: {
    identityId: k.identityId,
    isOpen: k.isOpen,
    place: k.place,
    assigneeId: k.assigneeId,
    assigneeEmail: outer(o.email),
    teamId: k.teamId,
  },
  query: ({ projectId, profileId }, columns) => sql`
    SELECT ${columns} FROM ${conversations} AS ${k} LEFT JOIN ${owners} AS ${o} ON ${o.id} = ${k.assigneeId}
    WHERE ${k.projectId} = ${projectId} AND ${k.profileId} = ${profileId} FOR UPDATE OF ${k}`,
});

/** A conversation that this transaction holds, with the accounts of its customer. */
export type HeldConversation = ResultOf<typeof lock> & {
  projectId: string;
  profileId: string;
  identityIds: string[];
};

/**
 * Holds a conversation and the profile of its customer until the transaction ends. Everybody takes the profile first, as turns of dialogs do.
 * @throws Problem 404 if there is no such conversation
 */
export async function holdConversation(
  tx: Transaction,
  projectId: string,
  profileId: string,
): Promise<HeldConversation> {
  const [profile] = await holdProfiles(tx, projectId, [profileId], 'wait');
  const found = profile && (await lock.first(tx, { projectId, profileId }));
  if (!found) throw conversationNotFound();
  return { ...found, projectId, profileId, identityIds: profile.identityIds };
}

const assignTo = statement({
  name: 'conversation-assign',
  prepared: false,
  params: {
    projectId: k.projectId,
    profileId: k.profileId,
    assigneeId: orNull(k.assigneeId),
    teamId: orNull(k.teamId),
    /** Whether the person has come. */
    isThere: types.boolean,
  },
  query: (p) => sql`
    UPDATE ${conversations} AS ${k} SET
      ${name(k.assigneeId)} = ${p.assigneeId}, ${name(k.teamId)} = ${p.teamId},
      ${name(k.wantedAt)} = CASE WHEN NOT ${p.isThere} THEN ${k.wantedAt} WHEN ${p.assigneeId} IS NULL AND ${k.isHeld} THEN coalesce(${k.wantedAt}, now()) END
    WHERE ${k.projectId} = ${p.projectId} AND ${k.profileId} = ${p.profileId}`,
});

/** Who does something with a conversation. */
export interface Doer {
  actor: Actor;
  requestId: string | null;
}

/** Whoever sees to a conversation now, and their team. */
export interface Assignment {
  assignee: { id: string; email: string } | null;
  teamId: string | null;
}

/** How somebody got a conversation. */
type Way = 'taken' | 'assigned' | 'answered' | 'queue';

/** Whether somebody asked for just this. An answer alone takes no dialog, and a queue gives it to somebody who may not be there. */
const isAct = (how: Way) => how === 'taken' || how === 'assigned';

/**
 * Gives a held conversation to a person, to a team whose people share it, or to nobody. Dialogs that wait for a person, or that the
 * person before had, go with it; dialogs that the scenario leads stay with the scenario.
 * @param hasCome until somebody has come the scenario may give up waiting for them
 */
export async function assign(
  tx: Transaction,
  conversation: HeldConversation,
  { assignee, teamId }: Assignment,
  { actor, requestId }: Doer,
  how: Way,
  hasCome = isAct(how),
): Promise<void> {
  const { projectId, profileId, identityIds } = conversation;
  const assigneeId = assignee?.id ?? null;
  if (isAct(how))
    await passDialogs(tx, { projectId, identityIds, actor, requestId }, assignee?.email ?? null);
  const isSame = assigneeId === conversation.assigneeId && teamId === conversation.teamId;
  if (isSame && !hasCome) return;
  await assignTo.run(tx, { projectId, profileId, assigneeId, teamId, isThere: hasCome });
  if (isSame) return;
  await noteAssignment(tx, conversation, { assigneeId, teamId }, { actor, requestId }, how);
}

const noteAssignment = (
  tx: Transaction,
  conversation: HeldConversation,
  { assigneeId, teamId }: { assigneeId: string | null; teamId: string | null },
  { actor, requestId }: Doer,
  how: string,
) =>
  writeAudit(tx, {
    projectId: conversation.projectId,
    actor,
    action: 'conversation.assigned',
    subject: { type: 'conversation', id: showId('profile', conversation.profileId) },
    requestId,
    identityId: conversation.identityId,
    data: {
      how,
      assignee_id: assigneeId && showId('owner', assigneeId),
      team_id: teamId && showId('team', teamId),
      from: conversation.assigneeId && showId('owner', conversation.assigneeId),
    },
  });

/** An account of a customer, in a project. */
interface Account {
  projectId: string;
  identityId: string;
}

/**
 * Gives a conversation that nobody sees to to the person who answers the customer. It holds the conversation before the message is queued,
 * as every answer that closes one does.
 * @param takesDialog gives them the dialog, too, and those of the customer that wait for a person. What somebody else has or sees to stays
 *   with them. Otherwise a dialog that waits does so until somebody takes it
 */
export async function takeByAnswer(
  tx: Transaction,
  account: Account,
  person: { id: string; email: string },
  doer: Doer,
  takesDialog: boolean,
): Promise<void> {
  const { projectId, identityId } = account;
  const isTheirs = ({ assigneeId }: { assigneeId: string | null }) =>
    assigneeId === null || (takesDialog && assigneeId === person.id);
  const found = await conversationOf(tx, account);
  const held = found && isTheirs(found) ? await holdConversation(tx, projectId, found.profileId) : undefined;
  const conversation = held && isTheirs(held) ? held : undefined;
  if (conversation) {
    const { teamId } = conversation;
    await assign(tx, conversation, { assignee: person, teamId }, doer, 'answered', takesDialog);
  }
  if (!takesDialog) return;
  const { actor, requestId } = doer;
  const identityIds = conversation?.identityIds ?? [];
  await holdAnswered(tx, { projectId, identityId, actor, requestId }, identityIds, person.email);
}

/** Ends that a person sees to a conversation, because they give its dialog back to the scenario. It waits in no queue. */
export async function leaveToScenario(
  tx: Transaction,
  account: Account,
  personId: string,
  doer: Doer,
): Promise<void> {
  const found = await conversationOf(tx, account);
  if (found?.assigneeId !== personId) return;
  const conversation = await holdConversation(tx, account.projectId, found.profileId);
  if (conversation.assigneeId !== personId) return;
  const nobody = { assigneeId: null, teamId: null };
  const { projectId, profileId } = conversation;
  await assignTo.run(tx, { projectId, profileId, ...nobody, isThere: false });
  await noteAssignment(tx, conversation, nobody, doer, 'given_back');
}

/**
 * Takes a held conversation for a person. @throws Problem 409 that names whoever has it
 */
export async function take(
  tx: Transaction,
  conversation: HeldConversation,
  person: { id: string; email: string },
  doer: Doer,
): Promise<void> {
  const { assigneeId, assigneeEmail, teamId } = conversation;
  if (assigneeId !== null && assigneeId !== person.id) {
    const message = `${assigneeEmail ?? 'Somebody'} sees to this conversation. To take it over, assign it to yourself.`;
    throw new Problem(409, 'conversation_taken', message);
  }
  await assign(tx, conversation, { assignee: person, teamId }, doer, 'taken');
}
