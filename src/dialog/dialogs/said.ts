import { z } from 'zod';
import type { ChannelTypeName } from '../content/content.ts';
import { storedAttachments } from '../content/heard-attachments.ts';
import { dialogLanes } from '../flows/dialog-turn.ts';
import type { Step } from '../scenario/step-types.ts';
import { inChannel } from '../scenario/steps/saying.ts';
import { defineKind } from '../tasks/kind.ts';
import { anyJsonObject } from '../template/json.ts';

/** A pressed inline button. */
const press = z.object({
  /** Its message, `msg_…`, and its index there, from 0. */
  message_id: z.string(),
  index: z.number(),
  /** The step of the scenario that said the message, in the version of that time. */
  step: z.object({ version: z.number(), id: z.string() }).optional(),
  /** Which of the cards of the step it was on, from 0; absent for the message of the step itself. */
  card: z.number().optional(),
  /** The person whom it rates (`own_…`), if its message asked for that. */
  rates: z.object({ person: z.string() }).optional(),
  /** What the channel needs to answer the press; absent if it can answer only by a message. */
  answer: anyJsonObject.optional(),
});
export type Press = z.infer<typeof press>;

/** The step to which a button leads, if it does. @param type of the channel in which it was pressed */
export function leadOf(
  step: Step | undefined,
  { index, card }: Press,
  type: ChannelTypeName,
): string | undefined {
  if (step?.type !== 'message') return undefined;
  const { buttons } = card === undefined ? inChannel(step, type) : { ...step.cards?.[card] };
  return buttons?.[index]?.next;
}

const receivedPayload = z.object({
  text: z.string(),
  data: anyJsonObject,
  /** Absent for words alone. */
  attachments: storedAttachments.optional(),
  press: press.optional(),
});
export type ReceivedPayload = z.infer<typeof receivedPayload>;

/** What a customer said in a channel. */
export const received = defineKind({
  name: 'received',
  payload: receivedPayload,
  needsIdentity: true,
  lane: ({ identityId }) => dialogLanes.of(identityId),
});

const eventPayload = z.object({
  event_id: z.string(),
  text: z.string(),
  data: anyJsonObject,
  /** It is never taken for the answer to an open question. Absent where it may be. */
  answers: z.literal(false).optional(),
});
export type EventPayload = z.infer<typeof eventPayload>;

/** An event that a client submitted for an identity. */
export const event = defineKind({
  name: 'event',
  payload: eventPayload,
  needsIdentity: true,
  lane: ({ identityId }) => dialogLanes.of(identityId),
});
