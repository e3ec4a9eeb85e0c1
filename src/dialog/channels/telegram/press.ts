import { z } from 'zod';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { DeliveryMeans, PressToAnswer } from '../channel-type.ts';
import { callBot } from './bot-api.ts';
import { keyboardOf } from './keyboard.ts';
import { outcomeOfReply } from './outcome.ts';
import { chatIdOf } from './parts.ts';

/** What Telegram gave with the press. */
const given = z.object({ callback_id: z.string(), message_id: z.int() });

/** Kept between attempts: the press was answered. */
const progress = z.object({ answered: z.literal(true) });

/**
 * Ends the waiting sign on the button, with a notice if there is one: https://core.telegram.org/bots/api#answercallbackquery
 * Then takes the buttons that have no more use from the message: https://core.telegram.org/bots/api#editmessagereplymarkup
 */
export async function answerPress(
  press: PressToAnswer,
  { http }: Pick<DeliveryMeans, 'http'>,
): Promise<TaskOutcome> {
  const { callback_id, message_id } = given.parse(press.answer);
  if (!progress.safeParse(press.progress).success) {
    const body = { callback_query_id: callback_id, ...(press.notice !== null && { text: press.notice }) };
    const outcome = outcomeOfReply(await callBot(press, 'answerCallbackQuery', body, http));
    // A refusal means that it was answered, or that it is too late. The buttons go all the same.
    if (!press.spent || outcome.state === 'retry' || outcome.state === 'unknown') return outcome;
  }
  if (!press.spent) return { state: 'succeeded' };
  const links = press.content?.buttons.filter(({ url }) => url !== undefined) ?? [];
  const reply_markup = press.content && keyboardOf({ ...press.content, buttons: links }, press.messageId);
  const body = { chat_id: chatIdOf(press.externalId), message_id, reply_markup };
  const reply = await callBot(press, 'editMessageReplyMarkup', body, http);
  if (reply.kind === 'refused' && reply.description.includes('message is not modified')) {
    return { state: 'succeeded' };
  }
  const outcome = outcomeOfReply(reply);
  return outcome.state === 'retry' ? { ...outcome, progress: { answered: true } } : outcome;
}
