import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { excluded, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { check } from '../check.ts';
import type { FieldErrors } from '../errors.ts';
import type { ItemErrors } from '../offers/bulk.ts';
import { bit, fieldTypes, givenBits, noValues, offerColumns, offerFields } from '../offers/columns.ts';
import type { OfferValues } from '../offers/draft.ts';
import type { ReadRecord } from '../offers/import.ts';
import type { NewOffer } from '../offers/insert.ts';
import { offerChange } from '../offers/shapes.ts';
import { stagedOffers } from '../schema.ts';
import type { Identifier } from '../sources/identifier.ts';
import { findSources } from '../sources/resolve.ts';
import { idText } from '../sql.ts';

interface StagedRow {
  values: OfferValues;
  isFailed: boolean;
}

const input = rowsOf('u', { given: types.int, is_failed: types.boolean, ...fieldTypes });
const columns = offerFields.map((field) => ({ column: offerColumns[field], mask: bit(field) }));
const columnNames = names(...columns.map(({ column }) => column));

/** A row for an offer that is staged already adds to it, as a later row of a file does to an earlier one. */
const stage = statement({
  name: 'catalog-stage-offers',
  prepared: false,
  params: { id: idText, rows: input },
  query: ({ id, rows }) => sql`
    INSERT INTO ${stagedOffers} AS staged (import_id, given, is_failed, ${columnNames})
    SELECT ${id}, ${input.at.given}, ${input.at.is_failed}, ${columnNames} FROM ${rows}
    ON CONFLICT ON CONSTRAINT staged_offers_identity DO UPDATE SET
      given = staged.given | excluded.given, is_failed = staged.is_failed AND excluded.is_failed,
      ${sql.join(
        columns.map(
          ({ column, mask }) =>
            sql`${name(column)} = CASE WHEN excluded.given & ${mask} <> 0 THEN ${excluded(column)} ELSE staged.${name(column)} END`,
        ),
        sql`, `,
      )}`,
});

/** Stages the rows of a list that replaces the offers of one source. */
export class Staging {
  readonly #database: Database;
  readonly #importId: string;
  readonly #sourceId: string;
  /** The errors of rows by what they call their source; undefined if it is the one of the list. */
  readonly #otherSources = new Map<string, FieldErrors | undefined>();

  /** @param source what the list calls the source whose id is `sourceId` */
  constructor(
    database: Database,
    importId: string,
    { source, sourceId }: { source: string; sourceId: string },
  ) {
    this.#database = database;
    this.#importId = importId;
    this.#sourceId = sourceId;
    this.#otherSources.set(source, undefined);
  }

  /**
   * Stages rows in one statement. One that is no offer, but tells which offer it is about, is staged as failed.
   * @returns what is wrong with them
   */
  async add(batch: readonly ReadRecord[]): Promise<ItemErrors[]> {
    await this.#readSources(batch);
    const rows = new Map<string, StagedRow>();
    const failed: ItemErrors[] = [];
    for (const record of batch) {
      const { index, line } = record;
      const stranger = 'offer' in record ? this.#otherSources.get(record.offer.identifier.text) : undefined;
      const errors = 'errors' in record ? record.errors : stranger;
      if (errors) failed.push({ index, line, errors });
      const values = 'offer' in record ? record.offer.values : keyOf(record.input);
      if (stranger || !values) continue;
      const key = JSON.stringify([values.pn_raw, values.condition_raw ?? null]);
      const before = rows.get(key);
      rows.set(key, {
        // A row that failed says only which offer it is about.
        values: errors && before ? before.values : { ...before?.values, ...values },
        isFailed: errors !== undefined && (before?.isFailed ?? true),
      });
    }
    if (rows.size > 0) {
      await stage.run(this.#database, {
        id: this.#importId,
        rows: [...rows.values()].map(({ values, isFailed }) => ({
          ...noValues,
          ...values,
          ...{ given: isFailed ? 0 : givenBits(values), is_failed: isFailed },
        })),
      });
    }
    return failed;
  }

  async #readSources(batch: readonly ReadRecord[]): Promise<void> {
    const unknown = new Map<string, Identifier>();
    for (const record of batch) {
      if (!('offer' in record)) continue;
      const { identifier }: NewOffer = record.offer;
      if (!this.#otherSources.has(identifier.text)) unknown.set(identifier.text, identifier);
    }
    if (unknown.size === 0) return;
    const found = await findSources(this.#database, [...unknown.values()]);
    [...unknown.keys()].forEach((text, i) => {
      this.#otherSources.set(
        text,
        found[i] === this.#sourceId
          ? undefined
          : {
              source_identifier: ['The list replaces the offers of one source, and this row names another.'],
            },
      );
    });
  }
}

/** The part number and the condition of a record that is no offer, if they can be read. */
function keyOf(input: Record<string, unknown> | undefined): OfferValues | undefined {
  const { pn_raw, condition_raw } = input ?? {};
  const result = check(offerChange, { pn_raw, condition_raw });
  if ('errors' in result || result.value.pn_raw === undefined) return undefined;
  return { pn_raw: result.value.pn_raw, condition_raw: result.value.condition_raw ?? null };
}
