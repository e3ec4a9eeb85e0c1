import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  numeric,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { json } from '../platform/json-column.ts';

/**
 * The Postgres schema of the offer catalog. Only `src/catalog` reads and writes it.
 *
 * Statement triggers keep the figures (`totals`, `tallies`), so they change in the transaction of every write: a bulk call,
 * a cascade, an operator's psql. A trigger only inserts into the two tables of changes, so writers never wait for each
 * other there; `figure-keeper.ts` folds the changes.
 */
export const catalog = pgSchema('catalog');

/** Ordered and compared by code points: the same on every server, and faster than the rules of a language. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 6 });
const id = bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();

const hashOf = (text: string) => sql.raw(`hashtextextended(${text}, 0)`);

export const sources = catalog.table(
  'sources',
  {
    id,
    name: plainText('name').notNull(),
    url: plainText('url'),
    /** `url` in the form for comparison: scheme and host in lower case, without a final slash. */
    urlKey: plainText('url_key'),
    /** Of a source whose offers are moving to another one: that one's id. Nothing is merged into it meanwhile. */
    mergesInto: bigint('merges_into', { mode: 'number' }),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('sources_by_name').on(t.name, t.id),
    // A hash, because an address may be longer than an entry of a btree.
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
    /** `numeric` without a scale keeps the given digits; with a scale it would add zeros. */
    priceRaw: numeric('price_raw'),
    priceCurrency: plainText('price_currency'),
    weightValue: numeric('weight_value'),
    weightUnit: plainText('weight_unit'),
    productUrl: plainText('product_url'),
    /** `json`, not `jsonb`, so that the order of keys and the digits of numbers are kept. */
    rawPayload: json('raw_payload'),
    rawHash: plainText('raw_hash'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When a statement wrote the offer again: the time of its transaction, set by a trigger. Null: never since its creation. */
    updatedAt: at('updated_at'),
    /**
     * The text for searches, in lower case, with U+001F between the fields. Postgres writes it: a stored column saves a scan from
     * joining and lowering a million texts. It uses the database's collation, because "C" has no lower case beyond ASCII.
     */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(coalesce(brand_raw, '') COLLATE "default" || chr(31) || pn_raw COLLATE "default" || chr(31) || coalesce(condition_raw, '') COLLATE "default")`,
    ),
  },
  (t) => [
    unique('offers_identity').on(t.sourceId, t.pnRaw, t.conditionRaw).nullsNotDistinct(),
    index('offers_by_source').on(t.sourceId, t.id),
    // Also gives the lowest and the highest price of a source in a currency.
    index('offers_by_source_price').on(t.sourceId, t.priceCurrency, t.priceRaw),
    index('offers_by_price').on(t.priceRaw, t.id),
    index('offers_by_currency_price').on(t.priceCurrency, t.priceRaw, t.id),
    index('offers_by_pn').on(t.pnRaw, t.id),
    // Part numbers as people compare them; what differs in leading zeros stands together.
    index('offers_by_normal_pn').on(sql`ltrim(catalog.normal_pn(pn_raw), '0')`, t.id),
    index('offers_by_brand').on(t.brandRaw, t.id),
    index('offers_by_condition').on(t.conditionRaw, t.id),
    index('offers_by_status').on(t.statusRaw, t.id),
    index('offers_by_creation').on(t.createdAt, t.id),
    // Many offers lack these fields, and a partial index costs nothing for those.
    index('offers_by_weight').on(t.weightValue, t.id).where(sql`weight_value IS NOT NULL`),
    index('offers_by_weight_unit').on(t.weightUnit, t.id).where(sql`weight_unit IS NOT NULL`),
    index('offers_by_payload_hash').on(t.rawHash).where(sql`raw_hash IS NOT NULL`),
    // By a hash, because these may be longer than an entry of an index. Not a hash index, which becomes slower with every
    // equal value.
    index('offers_by_url').on(hashOf('product_url')).where(sql`product_url IS NOT NULL`),
    index('offers_by_payload').on(hashOf('raw_payload::text')).where(sql`raw_payload IS NOT NULL`),
  ],
);

/** What prices of offers were before they changed. A trigger keeps them; today's price stands in the offer alone. */
export const formerPrices = catalog.table(
  'former_prices',
  {
    offerId: bigint('offer_id', { mode: 'number' }).notNull(),
    /** When the price changed. */
    until: at('until').notNull(),
    priceRaw: numeric('price_raw'),
    priceCurrency: plainText('price_currency'),
  },
  (t) => [primaryKey({ columns: [t.offerId, t.until] })],
);

/** When a list last had an offer that was there already. No row: no list since the one that created it. */
export const seenOffers = catalog.table('seen_offers', {
  offerId: bigint('offer_id', { mode: 'number' }).primaryKey(),
  seenAt: at('seen_at').notNull(),
});

export const importModes = ['add', 'replace'] as const;
export const importStates = [
  'running',
  'needs_confirmation',
  'done',
  'failed',
  'cancelled',
  'undone',
] as const;

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Imported files, on record for 90 days. */
export const imports = catalog.table(
  'imports',
  {
    id,
    mode: text('mode', { enum: importModes }).notNull(),
    state: text('state', { enum: importStates }).notNull().default('running'),
    onDuplicate: text('on_duplicate').notNull(),
    /** Of rows that name none; of a list that replaces, the source that it replaces. */
    sourceId: bigint('source_id', { mode: 'number' }).references(() => sources.id, { onDelete: 'set null' }),
    /** The status that offers get which the list no longer has; null: they are deleted. */
    vanishedStatus: plainText('vanished_status'),
    rows: counter('rows'),
    created: counter('created'),
    updated: counter('updated'),
    unchanged: counter('unchanged'),
    skipped: counter('skipped'),
    vanished: counter('vanished'),
    failed: counter('failed'),
    unreadFromLine: bigint('unread_from_line', { mode: 'number' }),
    /** Why nothing more was done. */
    detail: text('detail'),
    startedAt: at('started_at').notNull().defaultNow(),
    /** The process that runs it says every few seconds that it still does. */
    aliveAt: at('alive_at').notNull().defaultNow(),
    /** Of a list that replaces: when all of it was staged. */
    stagedAt: at('staged_at'),
    endedAt: at('ended_at'),
    undoneAt: at('undone_at'),
  },
  (t) => [index('imports_by_source').on(t.sourceId, t.id), index('imports_by_start').on(t.startedAt)],
);

/** What is wrong with rows of a file. */
export const importErrors = catalog.table(
  'import_errors',
  {
    importId: bigint('import_id', { mode: 'number' })
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    index: bigint('index', { mode: 'number' }).notNull(),
    line: bigint('line', { mode: 'number' }).notNull(),
    errors: json('errors').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.index] })],
);

/** The rows of a list that replaces, until it is applied. Several rows of one offer are one here. */
export const stagedOffers = catalog.table(
  'staged_offers',
  {
    importId: bigint('import_id', { mode: 'number' }).notNull(),
    /** The bits of the fields that the list has. */
    given: integer('given').notNull(),
    /** True if the row cannot be read: its offer stays as it is, and does not count as vanished. */
    isFailed: boolean('is_failed').notNull(),
    brandRaw: plainText('brand_raw'),
    pnRaw: plainText('pn_raw').notNull(),
    conditionRaw: plainText('condition_raw'),
    statusRaw: plainText('status_raw'),
    priceRaw: numeric('price_raw'),
    priceCurrency: plainText('price_currency'),
    weightValue: numeric('weight_value'),
    weightUnit: plainText('weight_unit'),
    productUrl: plainText('product_url'),
    rawPayload: json('raw_payload'),
    rawHash: plainText('raw_hash'),
  },
  (t) => [unique('staged_offers_identity').on(t.importId, t.pnRaw, t.conditionRaw).nullsNotDistinct()],
);

/** What an import for a source has changed, to undo it: kept for the newest one of the source. */
export const importChanges = catalog.table(
  'import_changes',
  {
    importId: bigint('import_id', { mode: 'number' }).notNull(),
    offerId: bigint('offer_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['created', 'updated', 'vanished'] }).notNull(),
    /** The row of the offer as it was; null if it was created. */
    before: json('before'),
    /** The time of the transaction that changed it. An offer that was updated at another time was changed by somebody else. */
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.offerId] })],
);

/** The rates by which prices are compared: units of a currency for one unit of the base, which has 1. They are replaced together. */
export const rates = catalog.table('rates', {
  currency: plainText('currency').primaryKey(),
  perBase: numeric('per_base').notNull(),
  isBase: boolean('is_base').notNull(),
  /** Of when they are. */
  at: at('at').notNull(),
});

/** Further names and addresses under which offers and imports may name a source, such as those of sources that were merged into it. */
export const sourceAliases = catalog.table(
  'source_aliases',
  {
    /** In the form of `sources.url_key`. */
    key: plainText('key').primaryKey(),
    /** As it was given. */
    alias: plainText('alias').notNull(),
    sourceId: bigint('source_id', { mode: 'number' })
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
  },
  (t) => [index('source_aliases_by_source').on(t.sourceId)],
);

/** How the files of a source are written: parameters of an import, by their names. */
export const sourceFormats = catalog.table('source_formats', {
  sourceId: bigint('source_id', { mode: 'number' })
    .primaryKey()
    .references(() => sources.id, { onDelete: 'cascade' }),
  format: json('format').notNull(),
});

/** Notices about offers that a list changed, until they are delivered. */
export const notices = catalog.table(
  'notices',
  {
    /** The id of the webhook: the same with every attempt. */
    id: uuid('id').primaryKey().defaultRandom(),
    /** As it is sent. */
    body: text('body').notNull(),
    madeAt: at('made_at').notNull().defaultNow(),
    /** When it is sent next. Whoever sends it moves this ahead first. */
    dueAt: at('due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [index('notices_by_due').on(t.dueAt)],
);

/** One row: the totals without the changes that are not folded yet. */
export const totals = catalog.table('totals', {
  row: smallint('row').primaryKey().default(1),
  /** Grows with every fold. Together with the number of changes it identifies a state of the catalog. */
  generation: bigint('generation', { mode: 'number' }).notNull().default(0),
  sources: bigint('sources', { mode: 'number' }).notNull().default(0),
  offers: bigint('offers', { mode: 'number' }).notNull().default(0),
});

/** One row for every statement that wrote to the catalog, even if no total changed. */
export const totalChanges = catalog.table('total_changes', {
  sources: bigint('sources', { mode: 'number' }).notNull(),
  offers: bigint('offers', { mode: 'number' }).notNull(),
});

export type TallyKind = 'price' | 'condition' | 'status' | 'brand';

const tallyColumns = {
  /** `price` counts by source and currency; the others only by their text. */
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
