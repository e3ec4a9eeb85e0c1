import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { findChannel } from '../channels/records.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { named } from '../http/shapes.ts';
import { importCustomers, mostListed, mostRows } from './import.ts';

const listed = mostListed.toLocaleString('en');

const report = named(
  'CustomersImport',
  z
    .object({
      rows: z.int().describe('Rows of the file, without the first.'),
      created: z.int().describe('Rows for which a customer was made.'),
      changed: z.int(),
      unchanged: z.int().describe('Rows that say what is stored already.'),
      failed: z.int().describe('Rows with a fault. Nothing of them was stored; all others were.'),
      faults: z
        .array(z.object({ line: z.int(), column: z.string().nullable(), message: z.string() }))
        .describe(`What is wrong, at most ${listed}.`),
      outcomes: z
        .array(
          z.object({
            line: z.int(),
            action: z.enum(['created', 'changed']),
            profile_id: z.string().nullable().describe('Null in a dry run for a customer who would be made.'),
            columns: z.array(z.string()).describe('Those that change something.'),
          }),
        )
        .describe(`The first ${listed} rows that do something.`),
    })
    .describe('What became of each row, or in a dry run what would.'),
  {
    rows: 2,
    created: 0,
    changed: 1,
    unchanged: 0,
    failed: 1,
    faults: [{ line: 3, column: 'profile_id', message: 'This is no id of a customer, prof_….' }],
    outcomes: [
      { line: 2, action: 'changed', profile_id: 'prof_01m7w91g0af0sr4w9cxq3t5mzd', columns: ['state.city'] },
    ],
  },
);

export const importCustomersCsv = endpoint(
  {
    operationId: 'importCustomers',
    tags: ['Customers'],
    summary: 'Customers from a CSV',
    description:
      `By RFC 4180, in UTF-8 or in the charset that the content type names, with the names of the columns in the first line and up to ${mostRows.toLocaleString('en')} more: those of an export, and \`external_id\`. ` +
      'A row is about the customer of its `profile_id`, or else about the one with its `external_id` in the channel, who is made if there is ' +
      'none. `status`, `tags` and each `state.<key>` replace what is stored; a cell that is empty changes nothing, and neither do the other ' +
      'columns. Rows are stored some hundred at a time, and those with a fault are left out and reported. To send the file again changes ' +
      'nothing twice.',
    params: projectPath,
    querystring: z.object({
      channel_id: text().optional().describe('Where the external ids are.'),
      dry_run: laxBool({ default: false }).describe('Store nothing, and say what would become of each row.'),
    }),
    // A stream, which the handler reads.
    body: z.unknown().meta({ description: 'The CSV.' }),
    config: { takesFile: true },
    answers: { 200: report },
    errors: ['channel_not_found'],
  },
  async (request, reply, { database }: { database: Database }) => {
    const { projectId, query } = request;
    const channel =
      query.channel_id === undefined ? undefined : await findChannel(database, projectId, query.channel_id);
    const file = (request.body as Readable | undefined) ?? Readable.from([]);
    return importCustomers(database, file, {
      contentType: request.headers['content-type'],
      person: { projectId, actor: ownerActor(request), requestId: request.id },
      channel: channel && { projectId, channelId: channel.id, environment: channel.environment },
      isDry: query.dry_run,
      gone: clientGone(reply),
    });
  },
);
