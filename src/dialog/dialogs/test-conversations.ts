import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { build, statement } from '../../platform/statement.ts';
import type { ChannelTypeName } from '../content/content.ts';
import type { StoredVersion } from '../flows/definitions.ts';
import type { Standing } from '../flows/skip.ts';
import type { Position } from '../scenario/position.ts';
import { channels, identities } from '../schema.ts';
import { presentRules } from '../template/rules.ts';
import { dialogs, testConversations } from './schema.ts';

/**
 * Conversations in which the draft of a scenario is tried. Each has a copy of the draft as it was when it began, as a version with a
 * number below 0, and a customer of the sandbox of its own, whose dialog runs that version in place of the published one.
 */

/** Days for which a conversation and its copy of the draft are kept. */
export const daysOfTestConversation = 30;

/** A conversation that has begun. */
export interface TestConversation {
  version: number;
  startedAt: Date;
  /** Of its customer in the channel. */
  externalId: string;
  name: string | null;
  channel: { id: string; type: ChannelTypeName; name: string };
}

/**
 * Begins a conversation with a customer who has none, and whom nobody else uses.
 * @param definition the draft
 * @param pinned outputs by step, as JSON text; null if there are none
 */
export async function beginTestConversation(
  { orm }: Pick<Transaction, 'orm'>,
  {
    projectId,
    identityId,
    definition,
    pinned,
    by,
  }: { projectId: string; identityId: string; definition: unknown; pinned: string | null; by: string },
): Promise<Pick<TestConversation, 'version' | 'startedAt'>> {
  const [made] = await orm
    .insert(testConversations)
    .values({
      ...{ projectId, identityId, startedBy: by },
      definition: sql`${JSON.stringify(definition)}::json`,
      pinned: sql`${pinned}::json`,
      templateRules: presentRules,
    })
    .returning({ version: testConversations.version, startedAt: testConversations.startedAt });
  return made!;
}

/** A conversation by its customer; undefined if there is none, or its channel was deleted. */
export async function findTestConversation(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  identityId: string,
): Promise<TestConversation | undefined> {
  const t = testConversations;
  const [found] = await orm
    .select({
      version: t.version,
      startedAt: t.startedAt,
      externalId: identities.externalId,
      name: identities.name,
      channel: { id: channels.id, type: channels.type, name: channels.name },
    })
    .from(t)
    .innerJoin(identities, and(eq(identities.projectId, t.projectId), eq(identities.id, t.identityId)))
    .innerJoin(
      channels,
      and(
        eq(channels.projectId, t.projectId),
        eq(channels.id, identities.channelId),
        isNull(channels.deletedAt),
      ),
    )
    .where(and(eq(t.projectId, projectId), eq(t.identityId, identityId)));
  return found;
}

/** Where the dialog of a conversation stands; undefined before anything was handled in it. */
export async function standingOf(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  identityId: string,
): Promise<Standing | undefined> {
  const { position, heldAt, heldUntil } = dialogs;
  const [found] = await orm
    .select({ position: sql<Position | null>`${position}`, heldAt, heldUntil })
    .from(dialogs)
    .where(and(eq(dialogs.projectId, projectId), eq(dialogs.identityId, identityId)));
  return found;
}

const t = testConversations;

const copyColumns = { definition: t.definition, templateRules: t.templateRules };

const findCopy = statement({
  name: 'scenario-draft-tried',
  params: { projectId: t.projectId, version: t.version },
  columns: copyColumns,
  query: (p) =>
    build
      .select(copyColumns)
      .from(testConversations)
      .where(and(eq(t.projectId, p.projectId), eq(t.version, p.version))),
});

/** What takes the place of a copy that is not kept any more: a dialog that waits in it fails, and begins no more there. */
const forgotten: StoredVersion = {
  definition: { triggers: [], steps: [{ id: 'over', type: 'end' }] },
  templateRules: presentRules,
};

/** Reads a copy of a draft. @param version its number, below 0 */
export async function readTriedDraft(
  tx: Queryable,
  projectId: string,
  version: number,
): Promise<StoredVersion> {
  return (await findCopy.first(tx, { projectId, version })) ?? forgotten;
}
