import { z } from 'zod';
import type { Revising } from '../channel-type.ts';
import { callBot } from './bot-api.ts';
import { outcomeOfReply } from './outcome.ts';
import { chatIdOf } from './parts.ts';
import { renderText } from './render.ts';

/** What its delivery left: Telegram's ids of the messages that it became. */
const delivered = z.object({ message_ids: z.array(z.int()).min(1).max(100) });

/** Bots may delete what they sent less than 48 hours ago: https://core.telegram.org/bots/api#deletemessage. An hour is for our tries. */
const changeableMs = 47 * 3600_000;

/**
 * Changes the text of a message: https://core.telegram.org/bots/api#editmessagetext
 * Or deletes all that it became: https://core.telegram.org/bots/api#deletemessages
 */
export const revising: Revising = {
  hindrance({ content, sentAt, result }, isDeletion) {
    if (Date.now() - sentAt.getTime() > changeableMs)
      return 'Telegram lets a bot change or delete a message within two days only.';
    const { success } = delivered.safeParse(result);
    if (!success) return 'It is not known under which id Telegram has this message.';
    if (isDeletion) return undefined;
    const { buttons, image, attachments = [] } = content;
    if (buttons.length > 0 || image !== '' || attachments.length > 0)
      return 'In Telegram only messages without buttons, pictures and files can be edited. Delete it and send another.';
    return undefined;
  },
  async revise(message, text, _at, begin, { http }) {
    const { message_ids } = delivered.parse(message.result);
    const chat_id = chatIdOf(message.externalId);
    if (text === null) {
      return outcomeOfReply(
        await callBot(message, 'deleteMessages', { chat_id, message_ids }, http, { begin }),
      );
    }
    const rendered = renderText(text, message.content.format);
    const body = {
      ...{ chat_id, message_id: message_ids[0], text: rendered.text },
      ...(rendered.isHtml && { parse_mode: 'HTML' }),
    };
    const reply = await callBot(message, 'editMessageText', body, http, { begin });
    if (reply.kind === 'refused' && reply.description.includes('message is not modified'))
      return { state: 'succeeded' };
    const outcome = outcomeOfReply(reply);
    return outcome.state === 'succeeded' ? { state: 'succeeded' } : outcome;
  },
};
