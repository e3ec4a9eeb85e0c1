import { customType } from 'drizzle-orm/pg-core';

/**
 * JSON columns that return what the driver has parsed. Drizzle's own `json` parses strings a second time, so that `"10.5"`
 * comes back as the number 10.5.
 *
 * The driver makes texts of numbers that a double cannot hold. Where they must stay numbers, read the column as text (`asText`
 * in sql-expressions.ts).
 */
const ofType = (dataType: 'json' | 'jsonb') =>
  customType<{ data: unknown; driverData: unknown }>({
    dataType: () => dataType,
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value,
  });

/** Stores the order of keys and the digits of numbers as they were sent. */
export const json = ofType('json');

/** For values that Postgres itself merges or searches. */
export const jsonb = ofType('jsonb');
