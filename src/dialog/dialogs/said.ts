import { z } from 'zod';
import { storedAttachments } from '../content/heard-attachments.ts';
import { dialogLanes } from '../flows/dialog-turn.ts';
import { defineKind } from '../tasks/kind.ts';
import { anyJsonObject } from '../template/json.ts';

const receivedPayload = z.object({
  text: z.string(),
  data: anyJsonObject,
  /** Absent for words alone. */
  attachments: storedAttachments.optional(),
});
export type ReceivedPayload = z.infer<typeof receivedPayload>;

/** What a customer said in a channel. */
export const received = defineKind({
  name: 'received',
  payload: receivedPayload,
  needsIdentity: true,
  lane: ({ identityId }) => dialogLanes.of(identityId),
});

const eventPayload = z.object({ event_id: z.string(), text: z.string(), data: anyJsonObject });
export type EventPayload = z.infer<typeof eventPayload>;

/** An event that a client submitted for an identity. */
export const event = defineKind({
  name: 'event',
  payload: eventPayload,
  needsIdentity: true,
  lane: ({ identityId }) => dialogLanes.of(identityId),
});
