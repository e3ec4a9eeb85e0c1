import { outcomeOfAnswer } from '../../tasks/outcome.ts';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { Reply } from './bot-api.ts';

const longestWaitMs = 24 * 3600 * 1000;

/**
 * What Telegram's reply says about a call that must not happen twice. A refusal certainly had no effect; sendMessage
 * has no idempotency key, so after anything unclear it may have.
 */
export function outcomeOfReply(reply: Reply): TaskOutcome {
  switch (reply.kind) {
    case 'done':
      return { state: 'succeeded', result: reply.result };
    case 'refused':
      return outcomeOfRefusal(reply);
    case 'other': {
      const { outcome } = reply;
      if (outcome.kind !== 'answered' || outcome.status < 200 || outcome.status >= 300) {
        return outcomeOfAnswer(outcome);
      }
      const message = `The other side answered with status ${outcome.status}, but not as the Bot API does.`;
      return { state: 'unknown', error: { code: 'unclear_answer', message } };
    }
    default:
      return reply satisfies never;
  }
}

function outcomeOfRefusal({
  status,
  description,
  retryAfter,
  movedTo,
}: Reply & { kind: 'refused' }): TaskOutcome {
  const message = `Telegram answered: ${description}`;
  if (status === 429) {
    const afterMs = Math.min(Math.max(retryAfter ?? 0, 0) * 1000, longestWaitMs);
    return { state: 'retry', error: { code: 'http_429', message }, afterMs };
  }
  if (movedTo !== undefined) {
    const moved = `The group became a supergroup, whose id is ${movedTo}; import that as an identity.`;
    return { state: 'failed', error: { code: 'chat_migrated', message: moved } };
  }
  return { state: 'failed', error: { code: codeOf(status), message } };
}

function codeOf(status: number): string {
  switch (status) {
    case 401: // the token is not, or no longer, that of a bot
    case 404: // it has not even the form of one
      return 'channel_unauthorized';
    case 403: // blocked, deactivated, never started, or thrown out of the group
      return 'recipient_unreachable';
    default:
      return `http_${status}`;
  }
}
