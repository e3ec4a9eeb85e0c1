import type { Queryable } from '../../platform/postgres.ts';
import { readKey } from '../fields.ts';
import type { Filters } from '../filters.ts';
import { words } from '../words.ts';
import { onlyId } from './identifier.ts';
import { findSources } from './resolve.ts';

/**
 * The source in a query. As with django-filter's choice of a record, an id that does not exist is an error.
 * @returns its id; undefined if none was given, or it does not exist
 */
export async function chosenSource(
  filters: Filters,
  given: string | undefined,
  database: Queryable,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const key = readKey(given);
  const [found] = 'value' in key ? await findSources(database, [onlyId(key.value)]) : [];
  if (found === undefined) filters.fail('source', [words.unknownChoice]);
  return found;
}
