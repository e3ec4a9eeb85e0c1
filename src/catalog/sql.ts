/** The parameters of a statement that is put together from parts. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder of the value, such as `$3` */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A text as a LIKE pattern that finds it literally. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A point in time as DRF writes it: UTC, microseconds, and no fraction at all where it is zero. */
function timeSql(column: string): string {
  return `replace(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000Z', 'Z')`;
}

/** A record as the JSON text of an answer: Postgres builds it once instead of rows, objects and text after another. */
export const offerColumns = `o.id, o.source_id AS source,
  (SELECT s.name FROM catalog.sources AS s WHERE s.id = o.source_id) AS source_name,
  o.brand_raw, o.pn_raw, o.condition_raw, o.status_raw, o.price_raw::text AS price_raw, o.price_currency,
  o.weight_value::text AS weight_value, o.weight_unit, o.product_url, o.raw_payload, o.raw_hash,
  ${timeSql('o.created_at')} AS created_at`;

export const sourceColumns = `o.id, o.name, o.url, ${timeSql('o.updated_at')} AS updated_at`;
