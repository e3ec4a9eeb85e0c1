import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { writeAudit } from '../audit/entry.ts';
import { plainContent } from '../content/content.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import type { Doer, HeldConversation } from './assignment.ts';
import { countInFigures } from './figures.ts';
import { sayAsOperator } from './operator-message.ts';
import { conversationReads, conversations, conversationTags } from './schema.ts';

const k = alias(conversations, 'k');
const t = alias(conversationTags, 't');
const r = alias(conversationReads, 'r');

const setOpen = statement({
  name: 'conversation-open',
  prepared: false,
  params: { projectId: k.projectId, profileId: k.profileId, isOpen: types.boolean },
  query: (p) => sql`
    WITH tagged AS (
      UPDATE ${conversationTags} AS ${t} SET ${name(t.isOpen)} = ${p.isOpen}
      WHERE ${t.projectId} = ${p.projectId} AND ${t.profileId} = ${p.profileId}
    ), read AS (
      UPDATE ${conversationReads} AS ${r} SET ${name(r.unreadPlace)} = NULL
      WHERE ${r.projectId} = ${p.projectId} AND ${r.profileId} = ${p.profileId} AND NOT ${p.isOpen}
    )
    UPDATE ${conversations} AS ${k} SET
      ${name(k.isOpen)} = ${p.isOpen}, ${name(k.closedAt)} = CASE WHEN NOT ${p.isOpen} THEN now() END,
      ${name(k.unansweredSince)} = NULL, ${name(k.firstAnsweredAt)} = NULL
    WHERE ${k.projectId} = ${p.projectId} AND ${k.profileId} = ${p.profileId}`,
});

/**
 * Closes a held conversation, or opens it again. A closed one is unread for nobody. It opens by itself when the customer speaks.
 * @returns false if it was so before
 */
export async function setConversationOpen(
  tx: Transaction,
  conversation: HeldConversation,
  isOpen: boolean,
  { actor, requestId }: Doer,
  personId: string,
): Promise<boolean> {
  const { projectId, profileId, identityId } = conversation;
  if (conversation.isOpen === isOpen) return false;
  await setOpen.run(tx, { projectId, profileId, isOpen });
  if (!isOpen) await countInFigures(tx, { projectId, personId, closed: 1 });
  await writeAudit(tx, {
    projectId,
    actor,
    action: isOpen ? 'conversation.reopened' : 'conversation.closed',
    subject: { type: 'conversation', id: showId('profile', profileId) },
    requestId,
    identityId,
    data: { identity_id: showId('identity', identityId), by: 'operator' },
  });
  return true;
}

const askRating = statement({
  name: 'conversation-ask-rating',
  prepared: false,
  params: { projectId: k.projectId, profileId: k.profileId, messageId: k.ratingMessageId },
  query: (p) => sql`
    UPDATE ${conversations} AS ${k} SET ${name(k.rating)} = NULL, ${name(k.ratingMessageId)} = ${p.messageId}
    WHERE ${k.projectId} = ${p.projectId} AND ${k.profileId} = ${p.profileId}`,
});

/**
 * Asks the customer of a held conversation to rate what a person did, by buttons from 1 to 5. The answer is a press, which the scenario
 * never sees. @returns the lanes to wake; none if the channel was deleted
 */
export async function askForRating(
  tx: Transaction,
  parts: { queue: TaskQueue; retryDeadlineMs: number },
  { projectId, profileId, identityId }: HeldConversation,
  question: string,
  doer: Doer,
  personId: string,
): Promise<LaneTicket[]> {
  const buttons = ['1', '2', '3', '4', '5'].map((each) => ({ text: each }));
  const content = { ...plainContent(question), buttons, keyboard: 'inline', columns: 5 } as const;
  const rates = { person: showId('owner', personId) };
  const said = await sayAsOperator(tx, parts, { projectId, identityId, ...doer }, content, { rates });
  if (!said) return [];
  await askRating.run(tx, { projectId, profileId, messageId: readId('message', said.messageId)! });
  return said.wake;
}
