import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { installationKinds, searchInstallationLog } from '../audit/installation-log.ts';
import { idCursor, momentFilter, pageById } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { cursorPageOf, moment, named } from '../http/shapes.ts';
import { deviceOf } from './device.ts';
import { firstOwner } from './owners.ts';

/** What owners see of the log of the installation. */

const account = z.object({ id: z.string().describe('`own_…`'), email: z.string() });

const entryShape = named(
  'InstallationEntry',
  z.object({
    id: z.string().describe('`ent_…`'),
    at: moment,
    kind: z.enum(installationKinds),
    person: account.nullable().describe('Whom it concerns; null: an e-mail address without an account.'),
    by: account.nullable().describe('Who did it; null: the server, its command line, or somebody unknown.'),
    address: z.string().nullable().describe('From where the person came; null if somebody else did it.'),
    device: z.string().nullable().describe('In words, from the `User-Agent`.'),
    request_id: z.string().nullable(),
    count: z.int().describe('How often it happened: failed logins of ten minutes are one entry.'),
    last_at: moment.describe('When it happened last; `address` and `device` are of that time.'),
    data: z.record(z.string(), z.unknown()),
  }),
  {
    id: 'ent_01m7w90pqhf5rv2cbgk4dw6m3s',
    at: '2026-11-20T10:51:43.271Z',
    kind: 'session.begun',
    person: { id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'owner@example.com' },
    by: { id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'owner@example.com' },
    address: '203.0.113.7',
    device: 'Firefox on Linux',
    request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
    count: 1,
    last_at: '2026-11-20T10:51:43.271Z',
    data: { session: 'ses_01m7w90pqhf5rv2cbgk4dw6m3s', new_device: false },
  },
);

const person = text({ max: 64 })
  .refine((given) => readId('owner', given) !== undefined, 'give the id of a person, own_…')
  .optional()
  .describe('Only entries about this person, `own_…`.');

export const listInstallationLog = endpoint(
  {
    operationId: 'listInstallationLog',
    tags: ['Oversight'],
    summary: 'Read the log of the installation',
    description:
      'Logins, failed logins, ends of sessions, changes of passwords and of other ways to get in, accepted invitations, projects ' +
      'made and deleted. You see entries about yourself; the first owner of the installation, whose account its first start ' +
      'made, sees those about everybody. Entries are kept for a year.',
    querystring: z.object({
      kind: literal([...installationKinds]).optional(),
      person,
      from: momentFilter.describe('Recorded at this moment or later (RFC 3339).'),
      to: momentFilter.describe('Recorded before this moment (RFC 3339).'),
      cursor: idCursor('installationEntry'),
    }),
    answers: { 200: cursorPageOf(entryShape, 'At most 100, newest first.') },
  },
  async (request, reply, { database }: { database: Database }) => {
    const { kind, person: asked, ...range } = request.query;
    const self = request.owner.id;
    const wanted = asked === undefined ? undefined : readId('owner', asked);
    const seesAll = (await firstOwner(database)) === self;
    if (!seesAll && wanted !== undefined && wanted !== self) return { items: [], next_cursor: null };
    const search = searchInstallationLog({ personId: seesAll ? wanted : self, kind, ...range });
    const rows = await search.all(database.reading(clientGone(reply)));
    return pageById('installationEntry', rows, present);
  },
);

type Row = Awaited<ReturnType<ReturnType<typeof searchInstallationLog>['all']>>[number];

function present(row: Row): z.output<typeof entryShape> {
  return {
    id: showId('installationEntry', row.id),
    at: row.at.toISOString(),
    // Only `recordForInstallation` writes kinds.
    kind: row.kind as z.output<typeof entryShape>['kind'],
    person: accountOf(row.personId, row.personEmail),
    by: accountOf(row.byId, row.byEmail),
    address: row.address,
    device: row.userAgent === null ? null : deviceOf(row.userAgent),
    request_id: row.requestId,
    count: row.count,
    last_at: row.lastAt.toISOString(),
    data: row.data,
  };
}

const accountOf = (id: string | null, email: string | null) =>
  id === null || email === null ? null : { id: showId('owner', id), email };
