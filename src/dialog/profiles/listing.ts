import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { type Search, search, searchOf } from '../../platform/statement.ts';
import { cursorPage, momentFilter, momentOf, rangeOf } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { cursorPageOf, moment, named } from '../http/shapes.ts';
import { isUnstorable } from '../http/unstorable.ts';
import { channels, identities, profiles } from '../schema.ts';
import { facetOf } from './facets.ts';
import { identityShape } from './project-shapes.ts';
import { profileCards, profileFacets } from './schema.ts';

/** The list of customers for those who serve them. */

const orders = ['newest', 'active', 'name'] as const;

/** The filters of the list. They can be combined. */
const customerFilters = {
  tag: text({ min: 1 }).optional(),
  channel_id: text().optional().describe('`ch_…`. An unknown one has no customers.'),
  access: text({ min: 1 }).optional().describe('Customers who have access to this, paid or given by hand.'),
  state: text({ min: 3 })
    .refine((given) => given.indexOf('=') > 0, 'give a key and its value, such as city=Riga')
    .optional()
    .describe('A key and its value: `city=Riga`. The key has to be one of `filter_keys`.'),
  status: text({ min: 1 }).optional(),
  created_from: momentFilter.describe('Customers who came at this moment or later (RFC 3339).'),
  created_to: momentFilter.describe('Customers who came before this moment (RFC 3339).'),
  active_from: momentFilter.describe('Customers who last said something at this moment or later (RFC 3339).'),
  active_to: momentFilter.describe('Customers who last said something before this moment (RFC 3339).'),
};

/** A page has to go on in the order in which it began, so its cursor says which. */
const place = z.union([
  z.tuple([z.literal('newest'), z.string()]),
  // No customer was active outside the years that Postgres reads as they are written.
  z.tuple([z.literal('active'), z.int().min(0).max(Date.UTC(9999, 0)), z.string()]),
  z.tuple([z.literal('name'), z.boolean(), z.string().refine((text) => !isUnstorable(text)), z.string()]),
]);
type Place = z.output<typeof place>;

function placeAt(cursor: string): Place | undefined {
  try {
    const found = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return readId('profile', found.at(-1) as string) === undefined ? undefined : found;
  } catch {
    return undefined;
  }
}

const order = literal(orders, { default: 'newest' }).describe(
  'The newest first, those who last said something first, or by name.',
);

/** The filters alone, for a count. */
export const countQuery = z.object(customerFilters);

/** The query of an export: that of the list without a page. */
export const exportQuery = z.object({ order, ...customerFilters });

/** Most customers that a list is asked for by their ids: a page of them. */
const mostNamed = cursorPage;

/** The query of the list. */
export const customerQuery = exportQuery
  .extend({
    id: text({ min: 1 })
      .refine((given) => given.split(',').length <= mostNamed, `give at most ${mostNamed} ids`)
      .optional()
      .describe(
        '`prof_…`, or up to 100 of them with commas between: only these. An unknown one is left out.',
      ),
    cursor: text({ max: 1000, default: '' }).describe('The `next_cursor` of the page before.'),
  })
  .superRefine(({ cursor, order: wanted }, ctx) => {
    if (cursor === '' || placeAt(cursor)?.[0] === wanted) return;
    ctx.addIssue({
      code: 'custom',
      path: ['cursor'],
      message: 'give the next_cursor of the page before, as it came, with the same order',
      input: cursor,
    });
  });

export type CustomerQuery = z.output<typeof customerQuery>;

export const customerSummaryShape = named(
  'CustomerSummary',
  z.object({
    id: z.string().describe('`prof_…`'),
    name: z.string().nullable().describe('The name of the oldest account that has one.'),
    status: z.string(),
    tags: z.array(z.string()),
    identities: z.array(identityShape).describe('At most the 20 oldest.'),
    active_at: moment.describe('When the customer last said something; before that, when they came.'),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'prof_01m7w91g0af0sr4w9cxq3t5mzd',
    name: 'Anna',
    status: 'new',
    tags: ['vip'],
    identities: [
      {
        id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
        channel_id: 'ch_01m7w90x2hf3a8vqd5kz7wnm4e',
        channel: 'telegram',
        external_id: '5554321',
        name: 'Anna',
        created_at: '2026-11-20T10:58:02.377Z',
      },
    ],
    active_at: '2026-11-20T11:02:17.805Z',
    created_at: '2026-11-20T10:58:02.377Z',
    updated_at: '2026-11-20T11:02:41.094Z',
  },
);

export const customerPageShape = cursorPageOf(customerSummaryShape, 'At most 100.', 'CustomerPage');

const p = alias(profiles, 'p');
const c = alias(profileCards, 'c');
const f = alias(profileFacets, 'f');
const i = alias(identities, 'i');
const ch = alias(channels, 'ch');

interface ShownIdentity {
  id: string;
  channel_id: string;
  channel: string;
  external_id: string;
  name: string | null;
  created_at: string;
}

const columns = {
  id: p.id,
  name: c.name,
  isUnnamed: c.isUnnamed,
  sortName: c.sortName,
  status: p.status,
  tags: p.tags,
  identities: as(
    orNull(jsonOf<ShownIdentity[]>()),
    sql`(SELECT json_agg(shown) FROM (
      SELECT ${i.id}, ${i.channelId}, ${ch.type} AS channel, ${i.externalId}, ${i.name}, ${i.createdAt}
      FROM ${identities} AS ${i}
      JOIN ${channels} AS ${ch}
        ON ${ch.projectId} = ${i.projectId} AND ${ch.id} = ${i.channelId} AND ${ch.deletedAt} IS NULL
      WHERE ${i.projectId} = ${p.projectId} AND ${i.profileId} = ${p.id}
      ORDER BY ${i.id} LIMIT 20) AS shown)`,
  ),
  activeAt: c.activeAt,
  createdAt: p.createdAt,
  updatedAt: p.updatedAt,
};

/** What a facet is for, and the condition that the profile itself has what it stands for. */
interface Sought {
  facet: string;
  isSo: SQL;
}

function soughtBy({ tag, access, state }: Partial<CustomerQuery>): Sought[] {
  const sought: Sought[] = [];
  if (tag !== undefined) {
    sought.push({ facet: facetOf.tag(tag), isSo: sql`${value(types.text, tag)} = ANY (${p.tags})` });
  }
  if (access !== undefined) {
    const product = value(types.text, access);
    sought.push({
      facet: facetOf.access(access),
      isSo: sql`(coalesce((${p.access} -> ${product})::text, 'false') NOT IN ('false', 'null') OR EXISTS (
        SELECT 1 FROM json_array_elements(${p.paidAccess}) AS paid
        WHERE paid ->> 'product' = ${product}
          AND (paid ->> 'until' IS NULL OR (paid ->> 'until')::timestamptz > now())))`,
    });
  }
  if (state !== undefined) {
    const { key, wanted } = readStateFilter(state);
    sought.push({
      facet: facetOf.state(key, wanted),
      isSo: sql`${p.state} ->> ${value(types.text, key)} = ${value(types.text, wanted)}`,
    });
  }
  return sought;
}

/** The key and the value of the filter `state`. */
export function readStateFilter(given: string): { key: string; wanted: string } {
  const at = given.indexOf('=');
  return { key: given.slice(0, at), wanted: given.slice(at + 1) };
}

/** The conditions of the filters on the profile `p` and its card `c`. */
function conditionsOf(projectId: string, filters: Partial<CustomerQuery>): SQL[] {
  const { channel_id: channel, status, created_from = '', created_to = '' } = filters;
  const { active_from = '', active_to = '', id } = filters;
  const conditions = [
    eq(p.projectId, projectId),
    ...rangeOf('profile', p, { from: created_from, to: created_to, cursor: '' }),
  ];
  if (active_from !== '') conditions.push(gte(c.activeAt, momentOf(active_from)));
  if (active_to !== '') conditions.push(lt(c.activeAt, momentOf(active_to)));
  if (id !== undefined) {
    const ids = id.split(',').map((each) => readId('profile', each.trim()) ?? noId);
    conditions.push(sql`${p.id} = ANY (${value(listOf(types.uuid), ids)})`);
  }
  if (status !== undefined) conditions.push(eq(p.status, status));
  for (const { facet, isSo } of soughtBy(filters)) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${profileFacets} AS ${f} WHERE ${f.projectId} = ${projectId}
        AND ${f.facet} = ${facet} AND ${f.profileId} = ${p.id})`,
      isSo,
    );
  }
  if (channel !== undefined) {
    const channelId = value(i.channelId, readId('channel', channel) ?? noId);
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${channels} AS ${ch} WHERE ${ch.projectId} = ${projectId} AND ${ch.id} = ${channelId}
        AND ${ch.deletedAt} IS NULL)`,
      sql`EXISTS (SELECT 1 FROM ${identities} AS ${i} WHERE ${i.projectId} = ${projectId}
        AND ${i.channelId} = ${channelId} AND ${i.profileId} = ${p.id})`,
    );
  }
  return conditions;
}

const sorted = {
  newest: sql`${p.id} DESC`,
  active: sql`${c.activeAt} DESC, ${c.profileId} DESC`,
  name: sql`${c.isUnnamed}, ${c.sortName}, ${c.profileId}`,
} satisfies Record<(typeof orders)[number], SQL>;

/** The condition that a profile comes after a place. */
function after(at: Place): SQL {
  const id = value(p.id, readId('profile', at.at(-1) as string)!);
  switch (at[0]) {
    case 'newest':
      return sql`${p.id} < ${id}`;
    case 'active':
      return sql`(${c.activeAt}, ${c.profileId}) < (${value(c.activeAt, new Date(at[1]))}, ${id})`;
    case 'name':
      return sql`(${c.isUnnamed}, ${c.sortName}, ${c.profileId})
        > (${value(types.boolean, at[1])}, ${value(types.text, at[2])}, ${id})`;
  }
}

/** Only the newest may be shown before a worker has made their cards. */
const fromProfiles = sql`${profiles} AS ${p}
  LEFT JOIN ${profileCards} AS ${c} ON ${c.projectId} = ${p.projectId} AND ${c.profileId} = ${p.id}`;
const fromCards = (projectId: string) => sql`${profileCards} AS ${c}
  JOIN ${profiles} AS ${p} ON ${p.projectId} = ${c.projectId} AND ${p.id} = ${c.profileId} AND ${c.projectId} = ${projectId}`;

/**
 * The search for a page of customers, and one more if there are more. The profiles are chosen before anything else is joined. Sorted
 * by their ids, profiles are read from the index of a facet or a channel in that order.
 */
export function customersBy(
  projectId: string,
  { order, cursor, ...filters }: CustomerQuery,
  most = cursorPage + 1,
): Search<Row> {
  const conditions = conditionsOf(projectId, filters);
  const at = placeAt(cursor);
  if (at) conditions.push(after(at));
  const from = order === 'newest' ? fromProfiles : fromCards(projectId);
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM ${from} WHERE ${and(...conditions)} ORDER BY ${sorted[order]} LIMIT ${most}`,
  );
}

/** How far customers are counted. A count to the end would read every customer of a large project. */
export const mostCounted = 10_000;

/** How many customers pass the filters, at most `mostCounted` and one. */
export async function countCustomers(
  database: Queryable,
  projectId: string,
  filters: Partial<CustomerQuery>,
): Promise<number> {
  const [row] = await search(
    database,
    { found: as(types.int, sql`count(*)::int`) },
    (list) => sql`
      SELECT ${list} FROM (
        SELECT 1 FROM ${fromProfiles} WHERE ${and(...conditionsOf(projectId, filters))} LIMIT ${mostCounted + 1}
      ) AS found`,
  );
  return row!.found;
}

type Row = {
  id: string;
  name: string | null;
  isUnnamed: boolean;
  sortName: string;
  status: string;
  tags: string[];
  identities: ShownIdentity[] | null;
  activeAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

/** The cursor after a customer. */
export function placeAfter(
  { id, isUnnamed, sortName, activeAt }: Row,
  order: CustomerQuery['order'],
): string {
  const shown = showId('profile', id);
  const at = {
    newest: ['newest', shown],
    active: ['active', activeAt.getTime(), shown],
    name: ['name', isUnnamed, sortName, shown],
  }[order];
  return Buffer.from(JSON.stringify(at)).toString('base64url');
}

export function presentCustomer(row: Row): z.output<typeof customerSummaryShape> {
  return {
    id: showId('profile', row.id),
    name: row.name,
    status: row.status,
    tags: row.tags,
    identities: (row.identities ?? []).map((identity) => ({
      ...identity,
      id: showId('identity', identity.id),
      channel_id: showId('channel', identity.channel_id),
      created_at: new Date(identity.created_at).toISOString(),
    })),
    // A profile that is older than cards, before a worker has made its card.
    active_at: (row.activeAt ?? row.createdAt).toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Customers by their ids, in this order, without those that do not exist. */
export async function customersWith(
  database: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<z.output<typeof customerSummaryShape>[]> {
  if (ids.length === 0) return [];
  const rows = await search(
    database,
    columns,
    (list) => sql`
      SELECT ${list} FROM unnest(${value(listOf(types.uuid), ids)}) WITH ORDINALITY AS wanted (id, n)
      JOIN ${profiles} AS ${p} ON ${p.projectId} = ${projectId} AND ${p.id} = wanted.id
      LEFT JOIN ${profileCards} AS ${c} ON ${c.projectId} = ${p.projectId} AND ${c.profileId} = ${p.id}
      ORDER BY wanted.n`,
  );
  return rows.map(presentCustomer);
}
