import type { OutboundRequest } from '../../platform/outbound-http.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { connectionKinds } from '../connections/kinds.ts';
import { divide } from '../connections/secrets.ts';
import { onRecord } from '../scenario/given.ts';
import type { Json, JsonObject } from '../template/json.ts';

/** The request of a job, as it stands on record. */

const hidden = '[hidden]';
/** A shorter secret would be found in words that have nothing to do with it. */
const shortestSought = 4;

/**
 * A request without the secrets of its connection, wherever they stand in it, and without what is named like a secret. A body of JSON
 * is read, so that this holds for its fields.
 */
export function requestOnRecord(
  { method, url, headers = {}, body }: OutboundRequest,
  { kind, settings }: OpenConnection,
): Json {
  const secrets = Object.values(divide(connectionKinds[kind]!, settings).secret).flatMap(formsOf);
  const withoutSecrets = (text: string) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
  const shown: JsonObject = {
    method,
    url: withoutSecrets(url),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, withoutSecrets(value)]),
    ),
    ...(body !== undefined && { body: readBody(withoutSecrets(body.toString())) }),
  };
  return onRecord(shown);
}

/** A secret as it may stand in a header, in an address, in a form and in JSON. */
function formsOf(secret: string): string[] {
  if (secret.length < shortestSought) return [];
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2);
  return [...new Set([secret, encodeURIComponent(secret), inForm, JSON.stringify(secret).slice(1, -1)])];
}

function readBody(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
