import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { projectPath } from '../http/path.ts';
import { cursorPageOf } from '../http/shapes.ts';
import { entryFor } from '../rights/sight.ts';
import { type NumberingParts, numberWaiting } from './numbering.ts';
import { auditFilters, searchAudit } from './search.ts';
import { auditEntry, presentEntry } from './shapes.ts';

const found = cursorPageOf(
  auditEntry,
  'At most 100, newest first. A page of a filter that few entries pass can be short, or empty: as long as there is a ' +
    '`next_cursor`, older entries have not been looked at.',
  'AuditEntryPage',
);

export const searchAuditLog = endpoint(
  {
    operationId: 'searchAuditLog',
    tags: ['Oversight'],
    summary: 'Look through the audit log',
    description: 'What people, keys, systems and flows did, as long as it is kept.',
    params: projectPath,
    querystring: auditFilters,
    answers: { 200: found },
  },
  async ({ projectId, roles, query }, reply, parts: NumberingParts) => {
    const gone = clientGone(reply);
    // Shows owners what they have just done.
    await numberWaiting(parts, projectId);
    const { entries, next } = await searchAudit(parts.database.reading(gone), projectId, query);
    const items = entries.map((entry) => presentEntry(entryFor(roles, entry)));
    return { items, next_cursor: next === null ? null : String(next) };
  },
);
