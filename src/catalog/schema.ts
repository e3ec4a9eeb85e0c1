import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  index,
  json,
  numeric,
  pgSchema,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/**
 * The Postgres schema of the offer catalog. Nothing outside `src/catalog` reads or writes it.
 *
 * Figures (`totals`, `tallies`) are kept by statement triggers, so that they change in the transaction of whatever
 * wrote: a bulk call, a cascade, an operator's psql. A trigger only ever inserts into the two tables of changes,
 * which no other writer can be waiting for; `tallies.ts` folds them.
 */
export const catalog = pgSchema('catalog');

/** Ordered and compared by code points: the same on every server, and quicker than the rules of a language. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 6 });
const id = bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

export const sources = catalog.table(
  'sources',
  {
    id,
    name: plainText('name').notNull(),
    url: plainText('url'),
    /** `url` as it is compared: scheme and host in lower case, no last slash. */
    urlKey: plainText('url_key'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('sources_by_name').on(t.name, t.id),
    // A hash, since an address may be longer than an entry of a btree can be.
    index('sources_by_url_key').using('hash', t.urlKey),
    index('sources_by_update').on(t.updatedAt, t.id),
  ],
);

export const offers = catalog.table(
  'offers',
  {
    id,
    sourceId: bigint('source_id', { mode: 'number' })
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    brandRaw: plainText('brand_raw'),
    pnRaw: plainText('pn_raw').notNull(),
    conditionRaw: plainText('condition_raw'),
    statusRaw: plainText('status_raw'),
    /** Bare `numeric`: it keeps the digits it was given, where a scale would pad them. */
    priceRaw: numeric('price_raw'),
    priceCurrency: plainText('price_currency'),
    weightValue: numeric('weight_value'),
    weightUnit: plainText('weight_unit'),
    productUrl: plainText('product_url'),
    /** `json`, not `jsonb`: the order of keys and the digits of numbers come back as they were sent. */
    rawPayload: json('raw_payload'),
    rawHash: plainText('raw_hash'),
    createdAt: at('created_at').notNull().defaultNow(),
    /**
     * What a search looks through, in lower case, with U+001F between the fields. Written by Postgres: a stored
     * column spares a scan the work of joining and lowering a million texts. The collation is the database's, since
     * "C" knows no lower case beyond ASCII.
     */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(coalesce(brand_raw, '') COLLATE "default" || chr(31) || pn_raw COLLATE "default" || chr(31) || coalesce(condition_raw, '') COLLATE "default")`,
    ),
  },
  (t) => [
    unique('offers_identity').on(t.sourceId, t.pnRaw, t.conditionRaw).nullsNotDistinct(),
    index('offers_by_source').on(t.sourceId, t.id),
    // Also the least and the greatest price of a source in a currency.
    index('offers_by_source_price').on(t.sourceId, t.priceCurrency, t.priceRaw),
    index('offers_by_price').on(t.priceRaw, t.id),
    index('offers_by_currency_price').on(t.priceCurrency, t.priceRaw, t.id),
    index('offers_by_pn').on(t.pnRaw, t.id),
    index('offers_by_brand').on(t.brandRaw, t.id),
    index('offers_by_condition').on(t.conditionRaw, t.id),
    index('offers_by_status').on(t.statusRaw, t.id),
    index('offers_by_creation').on(t.createdAt, t.id),
  ],
);

/** One row: how many there are, without the changes that are not folded in yet. */
export const totals = catalog.table('totals', {
  row: smallint('row').primaryKey().default(1),
  /** Grows with every fold; together with the number of changes it tells one state of the catalog from another. */
  generation: bigint('generation', { mode: 'number' }).notNull().default(0),
  sources: bigint('sources', { mode: 'number' }).notNull().default(0),
  offers: bigint('offers', { mode: 'number' }).notNull().default(0),
});

/** One row for every statement that wrote to the catalog, also when no total changed. */
export const totalChanges = catalog.table('total_changes', {
  sources: bigint('sources', { mode: 'number' }).notNull(),
  offers: bigint('offers', { mode: 'number' }).notNull(),
});

export type TallyKind = 'price' | 'condition' | 'status' | 'brand';

const tallyColumns = {
  /** `price`: by source and currency; the others by their own text alone. */
  kind: text('kind').$type<TallyKind>().notNull(),
  sourceId: bigint('source_id', { mode: 'number' }),
  key: plainText('key'),
  offers: bigint('offers', { mode: 'number' }).notNull(),
  priced: bigint('priced', { mode: 'number' }).notNull(),
  priceSum: numeric('price_sum').notNull(),
};

export const tallies = catalog.table('tallies', tallyColumns, (t) => [
  unique('tallies_identity').on(t.kind, t.sourceId, t.key).nullsNotDistinct(),
  index('tallies_empty').on(t.kind).where(sql`offers = 0`),
]);

export const tallyChanges = catalog.table('tally_changes', tallyColumns);
