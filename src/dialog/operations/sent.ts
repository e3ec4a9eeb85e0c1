import { parseExactly } from '../../platform/exact-json.ts';
import type { OutboundRequest } from '../../platform/outbound-http.ts';
import { basicCredentials, type HttpAuth } from '../connections/http-auth.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { connectionKinds } from '../connections/kinds.ts';
import { divide } from '../connections/secrets.ts';
import { onRecord } from '../scenario/given.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { withTexts } from './storable.ts';

/** The request of a job, as it stands on record, and its answer, without the secrets of the connection. */

const hidden = '[hidden]';
/** Shorter secrets would be found in words that have nothing to do with them. In what a flow goes on with that does more harm than on record. */
const shortestSought = { onRecord: 4, inAnswers: 8 };

/**
 * A request without the secrets of its connection, wherever they stand in it, and without what is named like a secret. A body of JSON
 * is read, so that this holds for its fields.
 */
export function requestOnRecord(
  { method, url, headers = {}, body }: OutboundRequest,
  connection: OpenConnection,
): Json {
  const secrets = secretsOf(connection, shortestSought.onRecord);
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
  const secrets = secretsOf(connection, shortestSought.inAnswers);
  return secrets.length === 0 ? answer : withTexts(answer, (text) => hide(text, secrets));
}

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);

/** The secrets of a connection as they may stand in a text. @param shortest the length from which on one is looked for */
function secretsOf({ kind, settings }: OpenConnection, shortest: number): string[] {
  const secrets = Object.values(divide(connectionKinds[kind]!, settings).secret);
  const auth = settings.auth as HttpAuth | undefined;
  return [...secrets, ...(auth?.type === 'basic' ? [basicCredentials(auth)] : [])]
    .filter((secret) => secret.length >= shortest)
    .flatMap(formsOf);
}

/** A secret as it may stand in a header, in an address, in a form and in JSON. */
function formsOf(secret: string): string[] {
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  const inJson = JSON.stringify(secret).slice(1, -1);
  // PHP writes the slash in its own way.
  const inJsonOfPhp = inJson.replaceAll('/', '\\/');
  return [...new Set([secret, encodeURIComponent(secret), inForm, inJson, inJsonOfPhp])];
}

function readBody(text: string): Json {
  try {
    return parseExactly(text) as Json;
  } catch {
    return text;
  }
}
