import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { value } from '../platform/sql-expressions.ts';
import { type SqlType, types } from '../platform/sql-types.ts';
import { offers, seenOffers, sources } from './schema.ts';

/** The record's table under the alias that filters and orders use. */
export const offer = alias(offers, 'o');
export const source = alias(sources, 'o');

/** The source of an offer, or any source that is looked up. */
export const s = alias(sources, 's');

/** An id as decimal text, because it may be larger than a double can represent. */
export const idText: SqlType<string> = { name: 'bigint', encode: (id) => id };

/** A time as text. */
export const timeText: SqlType<string> = { name: 'timestamptz', encode: (time) => time };

/** Escapes a text for a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The LIKE pattern for texts that contain this one, when both are in lower case. */
export const somewhere = (text: string): SQL =>
  sql`'%' || lower(${value(types.text, likeLiteral(text))}) || '%'`;

/** Lower case by the rules of the database, because "C" has no lower case beyond ASCII. */
export const lowered = (column: AnyPgColumn): SQL => sql`lower(${column} COLLATE "default")`;

/** A time in DRF's form: UTC with microseconds, or without a fraction if it is zero. */
export const shownTime = (column: SQLWrapper): SQL =>
  sql`replace(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000Z', 'Z')`;

/** The columns of an offer `o` in answers. */
export const shownOffer = sql`${offer.id}, ${offer.sourceId} AS source,
  (SELECT ${s.name} FROM ${sources} AS ${s} WHERE ${s.id} = ${offer.sourceId}) AS source_name,
  ${offer.brandRaw}, ${offer.pnRaw}, ${offer.conditionRaw}, ${offer.statusRaw},
  ${offer.priceRaw}::text AS price_raw, ${offer.priceCurrency},
  ${offer.weightValue}::text AS weight_value, ${offer.weightUnit}, ${offer.productUrl}, ${offer.rawPayload},
  ${offer.rawHash}, ${shownTime(offer.createdAt)} AS created_at`;

/** The same, and when the offer was last written and last seen in a list. */
export const shownOfferSeen = sql`${shownOffer}, ${shownTime(offer.updatedAt)} AS updated_at, ${shownTime(
  sql`coalesce((SELECT ${seenOffers.seenAt} FROM ${seenOffers} WHERE ${seenOffers.offerId} = ${offer.id}), ${offer.createdAt})`,
)} AS last_seen_at`;

/** The columns of a source `o` in answers. */
export const shownSource = sql`${source.id}, ${source.name}, ${source.url}, ${shownTime(source.updatedAt)} AS updated_at`;

/** A record as the JSON text of an answer. Postgres builds it, so that no rows and objects are made in between. */
export const recordText = (shown: SQL): SQL => sql`(SELECT row_to_json(r)::text FROM (SELECT ${shown}) AS r)`;
