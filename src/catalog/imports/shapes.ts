import { z } from 'zod';
import { putCounts } from '../offers/bulk-shapes.ts';
import { choice, givenKey, pages } from '../parameters.ts';
import { importModes, importStates } from '../schema.ts';
import {
  count,
  exampleOf,
  itemErrors,
  named,
  pageOf,
  readOnlyId,
  shownId,
  shownTime,
  textOrNull,
} from '../shapes.ts';
import { words } from '../words.ts';

/** Queries and answers of imports on record. */

const states = [...importStates, 'interrupted'] as const;
const timeOrNull = (description: string) => shownTime(description).nullable();

const counts = {
  created: count,
  updated: count,
  unchanged: count,
  skipped: count.meta({
    description:
      'Offers that were there already and stayed; in a list that replaces, rows whose offer stands in it again.',
  }),
  vanished: count.meta({ description: 'Offers that a list which replaces no longer has.' }),
  failed: count,
};

const example = {
  ...{ id: 12, mode: 'replace', state: 'done', source: 7, source_name: 'Acme', on_duplicate: 'update' },
  ...{ vanished_status: null, rows: 20_000, created: 50, updated: 17_000, unchanged: 2949, skipped: 0 },
  ...{ vanished: 30, failed: 1, unread_from_line: null, detail: null, can_undo: true },
  ...{ started_at: '2026-12-01T08:30:00.123456Z', ended_at: '2026-12-01T08:30:09.654321Z', undone_at: null },
};

export const shownImport = named(
  'Import',
  z.object({
    id: readOnlyId,
    mode: z.enum(importModes),
    state: z.enum(states).meta({
      description:
        '`interrupted`: its process has ended. A list that replaces has changed nothing then; if all of it was staged, `confirm/` applies it.',
    }),
    source: shownId.nullable().meta({ description: 'Of rows that name none, and of a list that replaces.' }),
    source_name: textOrNull,
    on_duplicate: z.string(),
    vanished_status: textOrNull,
    rows: count.meta({ description: 'Rows that were read.' }),
    ...counts,
    unread_from_line: count.nullable(),
    detail: textOrNull.meta({ description: 'Why it did not get further.' }),
    can_undo: z.boolean().meta({
      description: 'Whether `undo/` would undo it: the newest one of its source, if it changed something.',
    }),
    started_at: shownTime('When its file began to arrive.'),
    ended_at: timeOrNull('When it ended.'),
    undone_at: timeOrNull('When it was undone.'),
  }),
  example,
);

export const importPage = pageOf('PaginatedImportList', shownImport);

export const importListQuery = z.object({
  source: givenKey('Id of a source; a 400 if there is none.'),
  state: choice(states, 'Exact.'),
  mode: choice(importModes, 'Exact.'),
  page: pages.page,
  page_size: pages.page_size,
});

export const errorFileQuery = z.object({
  format: choice(['csv', 'ndjson'], 'CSV if it is absent.'),
});

const told = { created: 50, updated: 17_000, unchanged: 2949, skipped: 0, vanished: 30, failed: 1 };

/** What a list that replaces did, without the errors of its rows. */
const listOutcome = {
  import: shownId.meta({ description: 'The id of the import.' }),
  state: z.enum(['done', 'needs_confirmation']),
  ...counts,
};

export const applied = named('ImportApplied', z.object(listOutcome), { import: 12, state: 'done', ...told });

export const undone = named(
  'ImportUndone',
  z.object({
    removed: count.meta({ description: 'Offers that it had created.' }),
    restored: count.meta({ description: 'Offers that have their former values again.' }),
    returned: count.meta({ description: 'Offers that had vanished.' }),
    left: count.meta({ description: 'Offers that somebody changed after it: they stay as they are.' }),
  }),
  { removed: 50, restored: 17_000, returned: 30, left: 0 },
);

const line = z.number().meta({ type: 'integer', minimum: 1 });

const rowErrors = itemErrors({
  line: line.optional().meta({ description: 'Where the element begins in the file.' }),
});
const onlyReplacing = 'With `mode=replace` only';

const offerImport = named(
  'OfferImport',
  z.object({
    ...putCounts,
    import: shownId.optional().meta({ description: `${onlyReplacing}: the id of the import.` }),
    state: z
      .literal('done')
      .optional()
      .meta({ description: `${onlyReplacing}.` }),
    vanished: count.optional().meta({ description: `${onlyReplacing}: offers that the file no longer has.` }),
    errors: rowErrors,
    unread_from_line: line.optional().meta({
      description: 'Nothing from this line on was imported. Absent where the whole file was read.',
    }),
  }),
  {
    created: 1,
    skipped: 0,
    failed: 1,
    errors: [{ index: 1, line: 3, errors: { pn_raw: [words.required] } }],
  },
);

/** A list that waits for a confirmation: what it would do. */
export const waitingList = named('WaitingList', z.object({ ...listOutcome, errors: rowErrors }), {
  ...{ import: 12, state: 'needs_confirmation', created: 3, updated: 20, unchanged: 900, skipped: 0 },
  ...{ vanished: 19_000, failed: 0, errors: [] },
});

const preview = named(
  'ImportPreview',
  z.object({
    dry_run: z.literal(true),
    found: z
      .object({
        format: z.enum(['csv', 'ndjson', 'xlsx']),
        charset: z.string().optional(),
        compressed: z.boolean(),
        file: z.string().optional(),
        sheet: z.string().optional(),
        delimiter: z.string().optional(),
        header_row: line.optional(),
        columns: z.array(z.object({ column: z.string(), field: textOrNull })).optional(),
      })
      .meta({ description: 'How the file was read.' }),
    saved: z
      .array(z.string())
      .meta({ description: 'The parameters that were taken from what is kept for the source.' }),
    rows: count,
    failed: count,
    sample: z.array(z.unknown()).meta({ description: 'The first 20 rows as the offers that they would be.' }),
    errors: rowErrors.meta({ description: 'The first 100.' }),
    unread_from_line: line.optional(),
  }),
  {
    dry_run: true,
    found: {
      ...{ format: 'csv', charset: 'windows-1251', compressed: false, delimiter: 'semicolon', header_row: 1 },
      columns: [
        { column: 'Артикул', field: 'pn_raw' },
        { column: 'Склад', field: null },
      ],
    },
    saved: ['map'],
    ...{ rows: 2, failed: 0, sample: [{ source_identifier: 'Acme', pn_raw: 'A-100' }], errors: [] },
  },
);

/** The answer to a file: its report, or with `dry_run` what it would be. */
export const importAnswer = named('ImportAnswer', z.union([offerImport, preview]), exampleOf(offerImport));
