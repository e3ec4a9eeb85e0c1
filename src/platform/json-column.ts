import { customType } from 'drizzle-orm/pg-core';
import { asParsed } from './exact-json.ts';

/**
 * JSON columns that return what the driver has parsed. Drizzle's own `json` parses strings a second time, so that `"10.5"`
 * comes back as the number 10.5.
 *
 * The driver makes texts of numbers that a double cannot hold, since they are ids of others. Where they must stay numbers, read the
 * column as text (`asText` in sql-expressions.ts).
 */
const ofType = (dataType: 'json' | 'jsonb', fromDriver = (value: unknown) => value) =>
  customType<{ data: unknown; driverData: unknown }>({
    dataType: () => dataType,
    toDriver: (value) => JSON.stringify(value),
    fromDriver,
  });

/** Stores the order of keys and the digits of numbers as they were sent. */
export const json = ofType('json');

/** For what owners define, in which a number is a number: a schema may have the limit 9223372036854775807. */
export const jsonDocument = ofType('json', asParsed);

/** For values that Postgres itself merges or searches. */
export const jsonb = ofType('jsonb', asParsed);
