import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { named } from '../http/shapes.ts';
import { readAudit as readLog } from './log.ts';
import type { NumberingParts } from './numbering.ts';
import { auditEntry, exampleEntry, presentEntry } from './shapes.ts';

const entriesPage = named(
  'AuditPage',
  z
    .object({ items: z.array(auditEntry), next_cursor: z.int() })
    .describe('At most 100 entries, oldest first.'),
  { items: [exampleEntry], next_cursor: 1042 },
);

export const readAudit = endpoint(
  {
    operationId: 'readAudit',
    tags: ['Audit'],
    summary: 'Poll the audit log',
    description:
      'Ask again with `after` set to the last `next_cursor`: every entry comes exactly once, in order. ' +
      'With nothing new, `next_cursor` stays the same.',
    params: projectPath,
    querystring: z.object({
      after: laxInt({ ge: 0, default: 0 }).describe('A cursor; 0 is the beginning.'),
    }),
    answers: { 200: entriesPage },
  },
  async (request, reply, parts: NumberingParts) => {
    const { after } = request.query;
    const rows = await readLog(parts, clientGone(reply), request.projectKey.projectId, after);
    return { items: rows.map(presentEntry), next_cursor: rows.at(-1)?.id ?? after };
  },
);
