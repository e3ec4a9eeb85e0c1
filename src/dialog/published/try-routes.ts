import { z } from 'zod';
import { newId, noId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { acceptForPerson } from '../gate/accept.ts';
import {
  acceptCodes,
  answerAcceptance,
  optionalIdempotencyHeaders,
  replayedHeader,
} from '../gate/idempotency.ts';
import { dict, literal } from '../http/fields.ts';
import { named, namedBody } from '../http/shapes.ts';
import { knownSlugPath } from '../http/slug.ts';
import { ValidationProblem } from '../http/validation.ts';
import { refusalByHand } from '../operations/accept-run.ts';
import type { OperationParts } from '../operations/project-routes.ts';
import type { Environment } from '../schema.ts';
import { inTurnOfRequest } from '../template/in-turn.ts';
import { type CallParts, retired, targetGone } from './call-routes.ts';
import { targetInput } from './input.ts';
import { methodNotFound } from './not-found.ts';
import { acceptedCall, targetFaults } from './submission.ts';
import { readVersionNumber } from './version-number.ts';
import type { FoundVersion } from './versions.ts';

const acceptedTry = named(
  'TriedMethod',
  z
    .object({
      job_id: z.string().describe('`job_…` of an operation, `run_…` of a workflow.'),
      status: z.literal('queued'),
      status_url: z.string().describe('The path of the job or the run.'),
    })
    .describe('The call is stored and will be carried out once.'),
  {
    job_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
    status: 'queued',
    status_url: '/api/owner/projects/prj_01m7w90q5xf6nvy2k4p8d3t7ra/jobs/job_01m7w9ass2fdft80zaf5at9rfj',
  },
).meta({ headers: replayedHeader });

export const tryMethod = endpoint(
  {
    operationId: 'tryMethod',
    tags: ['Methods'],
    summary: 'Call a version of a method by hand',
    description:
      'As a client with a method key would: the same contract, and the same single execution. A live version is live here, too, unless ' +
      '`environment` asks for the sandbox; one of an operation that takes money is called in the sandbox only. The audit log names you. The body is that of a call.',
    params: knownSlugPath.extend({ version: z.string() }),
    querystring: z.object({
      environment: literal(['sandbox', 'live']).optional().describe("The version's own if left out."),
    }),
    headers: optionalIdempotencyHeaders,
    body: namedBody('MethodCall', dict(), { sku: 'A-1' }),
    config: { keepsDigits: 'all' },
    answers: { 202: acceptedTry },
    errors: [
      ...acceptCodes,
      ...([
        'method_not_found',
        'version_retired',
        'target_not_available',
        'environment_not_available',
      ] as const),
    ],
  },
  async (request, reply, parts: CallParts & Pick<OperationParts, 'readRunnable'>) => {
    const { database, acceptor, inputChecks, versions } = parts;
    const { projectId, params, body } = request;
    const { slug } = params;
    const version = readVersionNumber(params.version);
    const stored = version === undefined ? undefined : await versions.find({ projectId, slug, version });
    if (!stored || stored.removed) throw methodNotFound();
    const environment = request.query.environment ?? stored.environment;
    const place = `methods/${slug}/v${stored.version}/${environment}`;
    const accept = async (decided: Parameters<typeof acceptForPerson>[4]) =>
      answerAcceptance(
        reply,
        await acceptForPerson(acceptor, request, place, request.headers['idempotency-key'], decided),
      );
    if (stored.retired) return accept(await retired(database, stored));
    if (!stored.available) return accept(targetGone());
    const unfit = await whyNotThere(parts, stored, environment);
    if (unfit) return accept(unfit);
    const found = { ...stored, environment };
    const content = await versions.content(found);
    const faults = await inputChecks.faults(
      { name: found.id, owner: projectId, schema: content.schema, patterns: 'method' },
      body,
      ['body'],
    );
    if (faults.length > 0) throw new ValidationProblem(faults);
    const input = await inTurnOfRequest(projectId, () => targetInput(content, body, request.bodyText));
    const unsuited = await targetFaults(inputChecks, found, content, input);
    if (unsuited) return accept(unsuited);
    const below = `/api/owner/projects/${params.project_id}`;
    const caller = {
      keyId: noId,
      pathOf: (kind: 'job' | 'run', publicId: string) =>
        `${below}/${kind === 'job' ? 'jobs' : 'runs'}/${publicId}`,
      data: { by_hand: true, environment },
    };
    return accept(acceptedCall(found, input, caller, newId()));
  },
);

/**
 * Why a version is not called by hand in an environment. It runs in its own; beside that, an operation runs where it has an environment, a
 * workflow in the sandbox.
 */
async function whyNotThere(
  { readRunnable }: Pick<OperationParts, 'readRunnable'>,
  { projectId, environment: own, target }: FoundVersion,
  environment: Environment,
): Promise<Problem | undefined> {
  const isOwn = environment === own;
  if (!('operation' in target)) return isOwn || environment === 'sandbox' ? undefined : notThere(environment);
  const operation = await readRunnable(projectId, target.operation);
  if (!isOwn && !operation?.environments.includes(environment)) return notThere(environment);
  return operation && refusalByHand(operation, environment);
}

const notThere = (environment: Environment) =>
  new Problem(
    409,
    'environment_not_available',
    `What this version runs does not run in ${environment}. Leave out \`environment\`.`,
  );
