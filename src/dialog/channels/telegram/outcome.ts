import { outcomeOfAnswer } from '../../tasks/outcome.ts';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { Reply } from './bot-api.ts';

const longestWaitMs = 24 * 3600 * 1000;

/**
 * The outcome of a call that must not happen twice, from Telegram's reply. A refusal certainly had no effect. sendMessage has
 * no idempotency key, so after any unclear reply the message may have been sent.
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
    case 401: // no bot has this token, or no longer
    case 404: // it does not have the form of a token
      return 'channel_unauthorized';
    case 403: // blocked, deactivated, never started, or thrown out of the group
      return 'recipient_unreachable';
    default:
      return `http_${status}`;
  }
}
