import { formsOf } from './hide.ts';
import { basicCredentials, type HttpAuth } from './http-auth.ts';
import type { OpenConnection } from './kind.ts';
import { connectionKinds } from './kinds.ts';
import { divide } from './secrets.ts';

/** Shorter secrets would be found in words that have nothing to do with them. */
const shortestOnRecord = 4;

/**
 * The secrets of a connection, in every form in which they may stand in a text.
 * @param shortest the length from which on one is looked for
 */
export function secretsOf({ kind, settings }: OpenConnection, shortest = shortestOnRecord): string[] {
  const secrets = Object.values(divide(connectionKinds[kind]!, settings).secret);
  const auth = settings.auth as HttpAuth | undefined;
  const basic = auth?.type === 'basic' ? [basicCredentials(auth)] : [];
  return [...secrets, ...basic].filter((secret) => secret.length >= shortest).flatMap(formsOf);
}
