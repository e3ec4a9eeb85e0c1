import { showId } from '../../platform/ids.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { standingOf } from '../dialogs/test-conversations.ts';
import { dialogTurn } from '../flows/dialog-turn.ts';
import { acceptedSkip, skipBody, skipWithinMs, waitToSkip } from '../flows/skip.ts';
import { ownerActor } from '../gate/session.ts';
import { mayBeLeftOut } from '../http/shapes.ts';
import { conversationOf, conversationPath, type TestParts } from './owner-routes.ts';

export const skipWaitOfTestConversation = endpoint(
  {
    operationId: 'skipWaitOfTestConversation',
    tags: ['Scenario'],
    summary: 'Skip the wait of a conversation with the draft',
    description:
      'The dialog goes on as if the time had passed for which it waits: after a delay, where a question leads that nobody has answered, or ' +
      'as if no person had come. The clock stays as it is, and so do all other flows. A second request skips the same wait no second time.',
    params: conversationPath,
    body: mayBeLeftOut(skipBody),
    answers: { 202: acceptedSkip.describe('The dialog will go on.') },
    errors: ['test_conversation_not_found', 'no_such_wait'],
  },
  async (request, reply, parts: TestParts) => {
    const { projectId, params, id: requestId } = request;
    const { database, queue, tickets } = parts;
    const { identityId } = await conversationOf(parts, projectId, params.identity_id);
    // A conversation with a draft is of the sandbox always, so what is live is refused above: it is none.
    const environment = 'sandbox';
    const { until, wake } = await database.transaction(async (tx) => {
      const standing = await standingOf(tx, projectId, identityId);
      const skip = waitToSkip(standing ?? { position: null }, request.body?.until);
      const payload = { type: 'timer' as const, skip };
      const task = dialogTurn.task({ identityId, environment, target: null, payload });
      await writeAudit(tx, {
        ...{ projectId, environment, identityId, requestId, actor: ownerActor(request) },
        action: 'dialog.wait_skipped',
        subject: { type: 'dialog', id: showId('identity', identityId) },
        data: { until: skip.until },
      });
      const woken = await queue.add(tx, [{ projectId, task, requestId, deadlineMs: skipWithinMs }]);
      return { until: skip.until, wake: woken };
    });
    tickets.send(wake);
    return reply.code(202).send({ status: 'queued', until });
  },
);
