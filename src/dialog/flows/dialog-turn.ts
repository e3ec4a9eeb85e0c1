import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import { skippedWait, told } from '../tasks/waiters.ts';

/** The lanes of dialogs: all tasks that move the dialog with an identity are in one lane. */
export const dialogLanes = lanesOf('dialog');

/** Stimuli from the server: a result, a timer, or an operator. */
const payload = z.union([
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('timer'), skip: skippedWait.optional() }),
    /** Takes up the next message that was kept while the dialog was busy. */
    z.object({ type: z.literal('later') }),
    /** `held_at` identifies the hold that it ends, so that a later hold stays. */
    z.object({ type: z.literal('released'), by: z.string(), held_at: z.string() }),
    /** Without `minutes` the hold has no end. */
    z.object({ type: z.literal('operator_wanted'), minutes: z.number().optional() }),
  ]),
  told,
]);
export type DialogPayload = z.infer<typeof payload>;

/** A turn of a dialog that no message and no event causes. */
export const dialogTurn = defineKind({
  name: 'dialog',
  payload,
  needsIdentity: true,
  lane: ({ identityId }) => dialogLanes.of(identityId),
});
