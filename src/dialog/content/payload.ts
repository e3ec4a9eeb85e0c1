import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import { type Content, type StepContent, storedContent } from './content.ts';

type ShownContent = Omit<Content, keyof StepContent>;

const payload = z.object({
  ...storedContent,
  /** Who says it; absent for a client of the project API. */
  author: z.enum(['scenario', 'operator']).optional(),
  /** The step, the key or the operator. Absent in tasks of earlier versions, and for sentences of the service itself. */
  by: z
    .union([
      z.object({ workflow: z.string().nullable(), version: z.number(), step: z.string() }),
      z.object({ key: z.string() }),
      z.object({ email: z.string() }),
    ])
    .optional(),
  /** The name by which customers see the operator; absent if they have set none. */
  speaker: z.string().optional(),
  /** The picture of the operator, `file_…`; absent if they have set none. */
  picture: z.string().optional(),
  /** Set if it asks the customer to rate what this person did (`own_…`): its buttons count from 1. */
  rates: z.object({ person: z.string() }).optional(),
  /** When the person who said it changed or deleted it last, RFC 3339. */
  revised_at: z.string().optional(),
  /** It was deleted, and so has no content any more. */
  deleted: z.literal(true).optional(),
});
export type MessagePayload = z.infer<typeof payload>;

const messageLanes = lanesOf('message');

/** A message to an identity. Messages to one identity are sent in the order in which they were accepted. */
export const message = defineKind({
  name: 'message',
  payload,
  needsIdentity: true,
  lane: ({ identityId }) => messageLanes.of(identityId),
});

/** The part of the payload to be delivered. */
export function contentOf({
  author: _author,
  by: _by,
  speaker: _speaker,
  picture: _picture,
  rates: _rates,
  revised_at: _revisedAt,
  deleted: _deleted,
  ...content
}: MessagePayload): Content {
  return content;
}

/**
 * What people and the owner API are shown of a message: its content as it could be sent again. What only its step gave to the channel (which
 * kind of answer it asks for, its place among cards) is no part of that.
 */
export function shownContentOf(payload: MessagePayload): ShownContent {
  const { asks: _asks, card: _card, ...content } = contentOf(payload);
  return content;
}

/** What is shown of a message that was changed or deleted; nothing of all others. */
export const shownRevision = ({
  revised_at: at,
  deleted,
}: Pick<MessagePayload, 'revised_at' | 'deleted'>): { edited_at?: string; deleted_at?: string } =>
  at === undefined ? {} : deleted ? { deleted_at: at } : { edited_at: at };

/**
 * A change of a message that a person said. It has the lane of messages to the customer, so it comes after whatever is on its way to
 * them.
 */
export const revision = defineKind({
  name: 'revision',
  payload: z.object({
    /** `msg_…` */
    message_id: z.string(),
    /** The new text; null to delete the message. */
    text: z.string().nullable(),
    /** The person who changes it. */
    by: z.object({ id: z.string(), email: z.string() }),
  }),
  needsIdentity: true,
  lane: ({ identityId }) => messageLanes.of(identityId),
});
