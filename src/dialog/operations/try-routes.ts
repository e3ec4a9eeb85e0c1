import { newId, readId, showId } from '../../platform/ids.ts';
import { JsonText } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import { acceptForPerson } from '../gate/accept.ts';
import { acceptCodes, answerAcceptance, optionalIdempotencyHeaders } from '../gate/idempotency.ts';
import { mayBeLeftOut } from '../http/shapes.ts';
import { isSlug, knownSlugPath } from '../http/slug.ts';
import { noIdentity } from '../profiles/identities.ts';
import { findRefusal, operationNotFound, refusalByHand } from './accept-run.ts';
import { job, targetOf } from './job.ts';
import { type OperationParts, readInputText } from './project-routes.ts';
import { acceptedJob, runBody } from './project-shapes.ts';

export const tryOperation = endpoint(
  {
    operationId: 'tryOperation',
    tags: ['Operations'],
    summary: 'Run an operation by hand',
    description:
      'A run like any other, without a key: in the sandbox unless `environment` says `live`, and then it acts once in the other system; one that takes money runs in the sandbox only. The ' +
      'audit log names you as who asked for it. `GET …/jobs/{job_id}` tells what was sent and what became of it.',
    params: knownSlugPath,
    headers: optionalIdempotencyHeaders,
    body: mayBeLeftOut(runBody),
    config: { keepsDigits: ['input'] },
    answers: { 202: acceptedJob },
    errors: [...acceptCodes, 'operation_not_found', 'environment_not_available'],
  },
  async (request, reply, { readRunnable, acceptor, inputChecks }: OperationParts) => {
    const { projectId, params } = request;
    const inputText = readInputText(request);
    const { slug } = params;
    const { input = {}, identity_id: identity, environment = 'sandbox' } = request.body ?? {};
    if (!isSlug(slug)) throw operationNotFound();
    const place = `operations/${slug}/runs`;
    const key = request.headers['idempotency-key'];
    const operation = await readRunnable(projectId, slug);
    const asked = { projectId, environment, input, identity };
    const refusal =
      (operation && refusalByHand(operation, environment)) ??
      (await findRefusal(inputChecks, operation, asked, ['body']));
    if (refusal || !operation) {
      const decided = refusal ?? operationNotFound();
      return answerAcceptance(reply, await acceptForPerson(acceptor, request, place, key, decided));
    }
    const id = newId();
    const jobId = showId('job', id);
    const acceptance = await acceptForPerson(acceptor, request, place, key, {
      task: job.task({
        id,
        payload: { revision: operation.revisionId, input: new JsonText(inputText) },
        identityId: identity == null ? null : (readId('identity', identity) ?? noIdentity),
        environment,
        target: targetOf(operation),
      }),
      answer: {
        job_id: jobId,
        status: 'queued',
        environment,
        status_url: `/api/owner/projects/${params.project_id}/jobs/${jobId}`,
      },
      audit: {
        action: 'job.accepted',
        subject: { type: 'job', id: jobId },
        data: { operation_id: slug, by_hand: true, environment },
      },
    });
    return answerAcceptance(reply, acceptance);
  },
);
