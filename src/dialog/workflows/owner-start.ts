import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { answerAcceptance, fingerprintOf, replayedHeader } from '../gate/idempotency.ts';
import { ownerActor } from '../gate/session.ts';
import { named } from '../http/shapes.ts';
import { isSlug } from '../http/slug.ts';
import { environmentOfIdentity } from '../profiles/identities.ts';
import type { Environment } from '../schema.ts';
import { Outbox } from '../tasks/outbox.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { workflowNotFound } from './project-routes.ts';
import { type NewRun, startRuns } from './start.ts';

/** How owners start runs by hand. */

export interface OwnerRunParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
}

export const startedRun = named(
  'StartedRun',
  z.object({
    run_id: z.string().describe('`run_…`'),
    status: z.literal('queued'),
    version: z.int().describe('The version that runs; below 0 for a draft.'),
  }),
  { run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n', status: 'queued', version: 3 },
);

/** The 202 of a start that may be repeated with its Idempotency-Key. @param what the answer means, a sentence */
export const acceptedStart = <Shape extends z.ZodType>(shape: Shape, what: string): Shape =>
  shape.describe(what).meta({ headers: replayedHeader });

/**
 * The customer whom a run that an owner starts concerns; null for none.
 * @param shown a public id
 * @param only the environment that their channel must have; any if absent
 * @throws Problem 404 `identity_not_found`, 409 `not_a_test_customer`
 */
export async function customerOf(
  tx: Transaction,
  projectId: string,
  shown: string | null | undefined,
  only?: Environment,
): Promise<string | null> {
  if (shown == null) return null;
  const id = readId('identity', shown);
  const environment = id && (await environmentOfIdentity(tx, projectId, id));
  if (!id || !environment) {
    throw new Problem(
      404,
      'identity_not_found',
      'This project has no such identity, or its channel was deleted.',
    );
  }
  if (only === undefined || environment === only) return id;
  throw new Problem(
    409,
    'not_a_test_customer',
    'The identity is of a live channel, and a run may change the profile; give one of a sandbox channel.',
  );
}

/** What a request of an owner that starts a run has. */
type StartRequest = FastifyRequest & {
  params: { slug: string };
  headers: { 'idempotency-key'?: string | undefined };
};

/** What is to be started, without what the request says. */
export type DescribedRun = Omit<NewRun, 'projectId' | 'workflow' | 'requestId'>;

/** How an owner starts a run. */
interface Start {
  /** Names the write beside its Idempotency-Key: the path of the request behind `workflows/<slug>/`. */
  endpoint: string;
  /** Looks up what to start, in the same transaction; called again if that begins anew because others have overtaken it. */
  describe(tx: Transaction): Promise<DescribedRun>;
  /** What else the answer has. */
  more?(): object;
  /**
   * Writes what belongs to the start besides the run, when it is certain that the request is not repeated.
   * @param runId the public id of the new run
   * @returns the lanes to wake when the transaction has committed
   */
  make?(tx: Transaction, runId: string): Promise<LaneTicket[]>;
}

/**
 * Starts a run for the owner of the request, and answers. A request that is repeated with its Idempotency-Key starts nothing, and gets
 * the first answer.
 * @throws Problem 409 `idempotency_key_reused`
 */
export async function startForOwner(
  request: StartRequest,
  reply: FastifyReply,
  { database, queue, tickets }: OwnerRunParts,
  { endpoint, describe, more = () => ({}), make = async () => [] }: Start,
): Promise<FastifyReply> {
  const { projectId, id: requestId, params } = request;
  if (!isSlug(params.slug)) throw workflowNotFound();
  const key = request.headers['idempotency-key'];
  const start = async (tx: Transaction) => {
    const decide = async () => {
      const outbox = new Outbox();
      const run = { ...(await describe(tx)), projectId, workflow: params.slug, requestId };
      const runId = startRuns(outbox, [run], ownerActor(request))[0]!;
      const answer = { run_id: runId, status: 'queued', version: run.version, ...more() };
      return { answer: JSON.stringify(answer), outbox, runId };
    };
    if (key === undefined) {
      const { answer, outbox, runId } = await decide();
      const wake = [...(await make(tx, runId)), ...(await queue.write(tx, outbox))];
      return { verdict: { verdict: 'accepted' as const, answer }, wake };
    }
    const write = { projectId, endpoint: `owner/workflows/${params.slug}/${endpoint}`, key };
    const beside: LaneTicket[] = [];
    const accepted = await queue.accept<never>(
      tx,
      { ...write, fingerprint: fingerprintOf(request) },
      async () => {
        const { answer, outbox, runId } = await decide();
        const written = async () => {
          beside.push(...(await make(tx, runId)));
          await writeAudit(tx, ...outbox.takeEntries());
          return outbox.tasks;
        };
        return { answer, make: written };
      },
    );
    return { ...accepted, wake: [...beside, ...accepted.wake] };
  };
  const { verdict, wake } = await untilNotOvertaken(() => database.transaction(start));
  tickets.send(wake);
  return answerAcceptance(reply, verdict);
}
