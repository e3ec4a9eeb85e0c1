import { parseExactly } from '../../platform/exact-json.ts';
import type { OutboundRequest } from '../../platform/outbound-http.ts';
import { hide } from '../connections/hide.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { secretsOf } from '../connections/secrets-of.ts';
import { onRecord } from '../scenario/given.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { withTexts } from '../template/storable.ts';

/** The request of a job, as it stands on record, and its answer, without the secrets of the connection. */

/** In what a flow goes on with, finding a short secret in words that have nothing to do with it does more harm than on record. */
const shortestInAnswers = 8;

/**
 * A request without the secrets of its connection, wherever they stand in it, and without what is named like a secret. A body of JSON
 * is read, so that this holds for its fields.
 */
export function requestOnRecord(
  { method, url, headers = {}, body }: OutboundRequest,
  connection: OpenConnection,
): Json {
  const secrets = secretsOf(connection);
  const shown: JsonObject = {
    method,
    url: hide(url, secrets),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value, secrets)])),
    ...(body !== undefined && { body: readBody(hide(body.toString(), secrets)) }),
  };
  return onRecord(shown);
}

/** An answer without the secrets that were sent: some systems repeat the whole request in it. */
export function withoutSecrets(answer: Json, connection: OpenConnection): Json {
  const secrets = secretsOf(connection, shortestInAnswers);
  return secrets.length === 0 ? answer : withTexts(answer, (text) => hide(text, secrets));
}

function readBody(text: string): Json {
  try {
    return parseExactly(text) as Json;
  } catch {
    return text;
  }
}
