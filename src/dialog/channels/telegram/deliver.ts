import { z } from 'zod';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { Delivery, DeliveryMeans } from '../channel-type.ts';
import { callBot } from './bot-api.ts';
import { outcomeOfReply } from './outcome.ts';
import { partsOf } from './parts.ts';

/** Kept between attempts, and the result: Telegram's ids of the parts that were sent, in order. */
const progress = z.object({ message_ids: z.array(z.int()) });
type Progress = z.output<typeof progress>;

const sentMessage = z.object({ message_id: z.int() });

/**
 * Sends a message by one call, or by one for the picture and one for its text. A part that was sent is not sent again: if the
 * text certainly was not sent, only the text is retried.
 */
export async function deliver(
  delivery: Delivery,
  begin: () => Promise<void>,
  { http }: Pick<DeliveryMeans, 'http'>,
): Promise<TaskOutcome> {
  const parts = partsOf(delivery);
  const before = progress.safeParse(delivery.progress);
  const sent: Progress = before.success ? before.data : { message_ids: [] };
  let isBegun = false;
  for (const { method, body } of parts.slice(sent.message_ids.length)) {
    // `begin` is called once in an attempt, before its first byte.
    const reply = await callBot(delivery, method, body, http, isBegun ? {} : { begin });
    isBegun = true;
    const message = reply.kind === 'done' ? sentMessage.safeParse(reply.result) : undefined;
    if (!message?.success) return resumable(message ? withoutId : outcomeOfReply(reply), sent);
    sent.message_ids.push(message.data.message_id);
  }
  return { state: 'succeeded', result: sent };
}

const withoutId: TaskOutcome = {
  state: 'unknown',
  error: { code: 'unclear_answer', message: 'Telegram answered without the id of a message.' },
};

/** The outcome of a text whose picture was sent, with the progress for the next attempt. */
function resumable(outcome: TaskOutcome, sent: Progress): TaskOutcome {
  if (outcome.state === 'succeeded' || sent.message_ids.length === 0) return outcome;
  const { code, message } = outcome.error;
  const error = { code, message: `The picture was sent. Its text: ${message}` };
  return outcome.state === 'failed' ? { ...outcome, error } : { ...outcome, error, progress: sent };
}
