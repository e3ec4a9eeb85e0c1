import type { Typing } from '../channel-type.ts';
import { callBot } from './bot-api.ts';
import { chatIdOf } from './parts.ts';

/** Telegram shows an action for five seconds or less: https://core.telegram.org/bots/api#sendchataction. The next is sent earlier. */
const longestMs = 4000;
/** An action that comes late is worth nothing. In milliseconds. */
const patientlyMs = 2000;

/** Shows "typing" at the top of the chat. */
export const typing: Typing = {
  longestMs,
  async show(writing, _ms, { http }) {
    const body = { chat_id: chatIdOf(writing.externalId), action: 'typing' };
    await callBot(writing, 'sendChatAction', body, http, { timeoutMs: patientlyMs });
  },
};
