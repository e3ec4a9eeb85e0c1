import { endpoint } from '../../platform/routes.ts';
import { readerOf, showTyping } from '../channels/show-typing.ts';
import { limitPerMinute } from '../gate/per-minute.ts';
import { nothing } from '../http/shapes.ts';
import type { LiveStreams } from '../live/streams.ts';
import { typingEvent, typingSeconds } from '../live/typing.ts';
import { dialogPath, identityNotFound, identityOf } from './owner-routes.ts';
import { shownAs } from './queue.ts';

type TypingParts = Parameters<typeof showTyping>[0] & { live: LiveStreams };

/** What one person may say of all conversations together. */
const saidPerMinute = 60;

export const sayThatOperatorTypes = endpoint(
  {
    operationId: 'sayThatOperatorTypes',
    tags: ['Dialogs'],
    summary: 'Say that you type an answer',
    description:
      'Repeat it every four seconds while you type. Others are told by `typing` on the stream of the project. The customer sees it for some ' +
      'seconds, if the channel can show it: in a web chat with the `name` and `picture` of your presence, in Telegram at the top of the chat. It may be ' +
      'lost, and nothing is stored.',
    params: dialogPath,
    answers: { 204: nothing('Others are told.') },
    errors: ['identity_not_found', 'typing_too_often'],
  },
  async (request, reply, parts: TypingParts) => {
    const { projectId, owner, params } = request;
    const { database, limiter, live } = parts;
    const identityId = identityOf(params);
    await limitPerMinute(limiter, `typing-person:${owner.id}`, saidPerMinute, 'typing_too_often');
    const reader = await readerOf(database, projectId, identityId);
    if (!reader) throw identityNotFound();
    live.announce(typingEvent(reader, owner));
    const person = await shownAs(database, projectId, owner.id);
    await showTyping(parts, reader, person, typingSeconds * 1000);
    return reply.code(204).send();
  },
);
