import { type Pair, pairsAsObject } from '../kit/pairs.ts';

/** The settings of connections as a form has them. */

export const kinds = ['http', 'webhook', 'yookassa'] as const;
export type Kind = (typeof kinds)[number];

/** Whether this console knows the fields of a kind. */
export const isKnown = (kind: string): kind is Kind => (kinds as readonly string[]).includes(kind);

export const authTypes = ['none', 'bearer', 'basic', 'api_key', 'hmac'] as const;
export type AuthType = (typeof authTypes)[number];

/** The fields of all kinds. Those with a secret are empty unless somebody enters another one. */
export interface ConnectionValues {
  name: string;
  /** `base_url`, or `url` of a webhook. */
  address: string;
  auth: AuthType;
  token: string;
  username: string;
  password: string;
  keyIn: 'header' | 'query';
  keyName: string;
  key: string;
  secret: string;
  headers: Pair[];
  testPath: string;
  idempotencyHeader: string;
  shopId: string;
  returnUrl: string;
  timeoutMs: number | null;
  concurrency: number | null;
  perSecond: number | null;
}

type Settings = Record<string, unknown>;

const wordOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const objectOf = (value: unknown): Settings =>
  typeof value === 'object' && value !== null ? (value as Settings) : {};

/** What stands in the fields before somebody changes them. Secrets never come from the server. */
export function valuesOf(name: string, settings: Settings): ConnectionValues {
  const auth = objectOf(settings.auth);
  return {
    name,
    address: wordOf(settings.base_url ?? settings.url),
    auth: authTypes.find((type) => type === auth.type) ?? 'none',
    ...{ token: '', password: '', key: '', secret: '' },
    username: wordOf(auth.username),
    keyIn: auth.in === 'query' ? 'query' : 'header',
    keyName: wordOf(auth.name),
    headers: Object.entries(objectOf(settings.headers)).map(([each, value]): Pair => [each, String(value)]),
    testPath: wordOf(settings.test_path),
    idempotencyHeader: wordOf(settings.idempotency_header),
    shopId: wordOf(settings.shop_id),
    returnUrl: wordOf(settings.return_url),
    timeoutMs: numberOf(settings.timeout_ms),
    concurrency: numberOf(settings.max_concurrency),
    perSecond: numberOf(settings.rate_per_second),
  };
}

/** A field that is empty stays away: the server takes what is usual then, and keeps a secret. */
const given = (fields: Record<string, string | number | null>): Settings =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const wanted = typeof value === 'string' ? value.trim() : value;
      return wanted === '' || wanted === null ? [] : [[name, wanted]];
    }),
  );

function authOf(values: ConnectionValues): Settings {
  const { auth: type, token, username, password, keyIn, keyName, key, secret } = values;
  if (type === 'bearer') return { type, ...given({ token }) };
  if (type === 'basic') return { type, username: username.trim(), ...given({ password }) };
  if (type === 'api_key') return { type, in: keyIn, ...given({ name: keyName, key }) };
  return type === 'hmac' ? { type, ...given({ secret }) } : { type };
}

/** The settings for the request. */
export function settingsOf(kind: Kind, values: ConnectionValues): Settings {
  const { address, secret, headers, testPath, idempotencyHeader, shopId, returnUrl } = values;
  const { timeoutMs, concurrency, perSecond } = values;
  const pace = given({ max_concurrency: concurrency, rate_per_second: perSecond });
  if (kind === 'webhook')
    return { ...given({ url: address, signing_secret: secret, timeout_ms: timeoutMs }), ...pace };
  if (kind === 'yookassa')
    return {
      ...given({ shop_id: shopId, secret_key: secret, base_url: address, return_url: returnUrl }),
      ...pace,
    };
  return {
    ...given({ base_url: address, test_path: testPath, timeout_ms: timeoutMs }),
    ...given({ idempotency_header: idempotencyHeader }),
    ...{ headers: pairsAsObject(headers), auth: authOf(values), ...pace },
  };
}

/** The secret that was made here, which the answer to the first PUT shows this once. */
export function secretMade({ settings }: { settings: Settings }): string | undefined {
  const secret = settings.signing_secret;
  return typeof secret === 'string' && secret.startsWith('whsec_') ? secret : undefined;
}
