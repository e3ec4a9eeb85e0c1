import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { projectPath } from '../http/path.ts';
import { moment, named } from '../http/shapes.ts';
import { mostCounted, readDepth } from '../tasks/depth.ts';

const example = {
  kind: 'message',
  queued: 12,
  running: 4,
  unknown: 0,
  oldest_due_at: '2026-11-20T11:04:09.118Z',
};

const depth = named(
  'QueueDepth',
  z
    .object({
      items: z.array(
        z.object({
          kind: z.string().describe('The kind of work: `message`, `job`, `delivery`, …'),
          queued: z.int(),
          running: z.int(),
          unknown: z.int().describe('Outcomes that somebody has to settle.'),
          oldest_due_at: moment
            .nullable()
            .describe('Since when the one that waits longest has been due; null if none is due.'),
        }),
      ),
      exact: z
        .boolean()
        .describe(
          `False if the project has ${mostCounted} or more in one state: there are at least as many as counted.`,
        ),
    })
    .describe('Kinds without unfinished work are left out.'),
  { items: [example], exact: true },
);

export const readQueue = endpoint(
  {
    operationId: 'readQueue',
    tags: ['Oversight'],
    summary: 'How much work waits',
    description: 'By kind of work, with the age of what has waited longest.',
    params: projectPath,
    answers: { 200: depth },
  },
  async ({ projectId }, reply, { database }: { database: Database }) => {
    const { kinds, isExact } = await readDepth(database.reading(clientGone(reply)), projectId);
    return {
      items: kinds.map(({ oldestDueAt, ...kind }) => ({
        ...kind,
        oldest_due_at: oldestDueAt?.toISOString() ?? null,
      })),
      exact: isExact,
    };
  },
);
