import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parseExactly } from '../../platform/exact-json.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, asText } from '../../platform/sql-expressions.ts';
import { jsonOf, oneOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { identityScope, profileScope } from '../dialogs/load.ts';
import { channels, identities, profiles } from '../schema.ts';
import { inTurnOfRequest } from '../template/in-turn.ts';
import type { JsonObject } from '../template/json.ts';
import { Allowance, longestInRequest, renderText } from '../template/liquid.ts';
import { cannedReplies, conversations } from './schema.ts';

/** Prepared replies of a project: templates that operators use by a shortcut. */

type Orm = Pick<Transaction, 'orm'>;
const { projectId, shortcut } = cannedReplies;

/** Most replies of a project. */
export const mostReplies = 500;

export type ReplyRow = typeof cannedReplies.$inferSelect;

/** The prepared replies of a project, by shortcut. */
export const findReplies = ({ orm }: Orm, project: string): Promise<ReplyRow[]> =>
  orm.select().from(cannedReplies).where(eq(projectId, project)).orderBy(asc(shortcut)).limit(mostReplies);

/** One reply; undefined if there is none. */
export async function findReply({ orm }: Orm, project: string, of: string): Promise<ReplyRow | undefined> {
  const [row] = await orm
    .select()
    .from(cannedReplies)
    .where(and(eq(projectId, project), eq(shortcut, of)));
  return row;
}

/** Writes a reply in place of one with the same shortcut. */
export async function writeReply(
  { orm }: Orm,
  given: { projectId: string; shortcut: string; title: string; text: string },
): Promise<ReplyRow> {
  const { title, text } = given;
  const [row] = await orm
    .insert(cannedReplies)
    .values(given)
    .onConflictDoUpdate({ target: [projectId, shortcut], set: { title, text, updatedAt: sql`now()` } })
    .returning();
  return row!;
}

/** Removes a reply. @returns false if there is none */
export async function removeReply({ orm }: Orm, project: string, of: string): Promise<boolean> {
  const gone = await orm
    .delete(cannedReplies)
    .where(and(eq(projectId, project), eq(shortcut, of)))
    .returning();
  return gone.length > 0;
}

const k = alias(conversations, 'k');
const i = alias(identities, 'i');
const c = alias(channels, 'c');
const p = alias(profiles, 'p');

const findCustomer = statement({
  name: 'reply-customer',
  prepared: false,
  params: { projectId: k.projectId, profileId: k.profileId },
  columns: {
    identityId: i.id,
    externalId: i.externalId,
    name: i.name,
    channelId: c.id,
    channelType: as(oneOf(...channelTypes), sql`${c.type}`),
    id: p.id,
    status: p.status,
    state: as(jsonOf<JsonObject>(), sql`${p.state}`),
    tags: p.tags,
    accessText: asText(p.access),
    paidAccess: as(jsonOf<unknown[]>(), sql`${p.paidAccess}`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${conversations} AS ${k}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${k.projectId} AND ${i.id} = ${k.identityId}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${k.projectId} AND ${c.id} = ${i.channelId}
    JOIN ${profiles} AS ${p} ON ${p.projectId} = ${k.projectId} AND ${p.id} = ${k.profileId}
    WHERE ${k.projectId} = ${given.projectId} AND ${k.profileId} = ${given.profileId}`,
});

/**
 * Renders a reply for the customer of a conversation. A template reads `state`, `profile` and `identity` as steps of a scenario do,
 * and `operator.email`.
 * @returns undefined if there is no such conversation
 * @throws TemplateError
 */
export async function renderReply(
  database: Parameters<typeof findCustomer.first>[0],
  given: { projectId: string; profileId: string; email: string },
  template: string,
): Promise<string | undefined> {
  const customer = await findCustomer.first(database, given);
  if (!customer) return undefined;
  const scope = {
    state: customer.state,
    profile: profileScope(
      { ...customer, access: parseExactly(customer.accessText) as JsonObject },
      customer.name,
    ),
    identity: identityScope(customer),
    operator: { email: given.email },
  };
  return inTurnOfRequest(given.projectId, () => renderText(template, scope, new Allowance(longestInRequest)));
}
