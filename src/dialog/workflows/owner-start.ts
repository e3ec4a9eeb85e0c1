import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { ownerActor } from '../gate/session.ts';
import { named } from '../http/shapes.ts';
import { environmentOfIdentity } from '../profiles/identities.ts';
import type { Environment } from '../schema.ts';
import { Outbox } from '../tasks/outbox.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type NewRun, startRuns } from './start.ts';

/** How owners start runs by hand. */

export interface OwnerRunParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
}

export const startedRun = named(
  'StartedRun',
  z.object({ run_id: z.string().describe('`run_…`'), status: z.literal('queued') }),
  { run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n', status: 'queued' },
);

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

/** Starts a run for the owner of the request. @param describe looks up what to start in the same transaction */
export async function startForOwner(
  request: FastifyRequest & { params: { slug: string } },
  { database, queue, tickets }: OwnerRunParts,
  describe: (tx: Transaction) => Promise<Omit<NewRun, 'projectId' | 'workflow' | 'requestId'>>,
) {
  const { projectId, id: requestId } = request;
  const { runId, wake } = await database.transaction(async (tx) => {
    const outbox = new Outbox();
    const run = { ...(await describe(tx)), projectId, workflow: request.params.slug, requestId };
    const [started] = startRuns(outbox, [run], ownerActor(request));
    return { runId: started!, wake: await queue.write(tx, outbox) };
  });
  tickets.send(wake);
  return { run_id: runId, status: 'queued' as const };
}
