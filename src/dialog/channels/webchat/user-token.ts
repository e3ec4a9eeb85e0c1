import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type About, knownValue, longestKnown, mailAddress } from './known.ts';

/** Who uses a page, as the page's own server says it. */
export interface WebUser {
  id: string;
  name: string | null;
  /** What the page knows of them besides. */
  about: About;
}

/** Why a token is not taken, as a sentence for the browser's console. */
interface Refusal {
  refusal: string;
}

const longestToken = 8192;
/** Clocks differ. */
const slackSeconds = 60;
/** A token that never expires would be as good as a password that stands in the page. */
const longestLifeSeconds = 31 * 24 * 3600;

const mostAttributes = 20;

const longestId = 200;
const longestName = 100;

const claims = z.object({
  sub: z.string().min(1).max(longestId),
  exp: z.number(),
  name: z.string().min(1).max(longestName).optional(),
  email: z.string().max(254).regex(mailAddress).optional(),
  attributes: z
    .record(z.string().min(1).max(100), knownValue)
    .refine((given) => Object.keys(given).length <= mostAttributes)
    .optional(),
});

/** What each claim must be, for people who write the server of the page. */
const rules: Record<string, string> = {
  sub: `must be a text of 1 to ${longestId} characters`,
  exp: 'must be a number, the seconds since 1970 at which the token expires',
  name: `must be a text of 1 to ${longestName} characters, or be absent`,
  email: 'must be a mail address, or be absent',
  attributes: `must be up to ${mostAttributes} fields with texts of up to ${longestKnown} characters, numbers, booleans or null, or be absent`,
};

/**
 * Reads a token that says who a visitor is: a JSON Web Token, signed by HMAC with SHA-256. No other algorithm is taken, whatever its header
 * says. https://www.rfc-editor.org/rfc/rfc7519
 * @param secrets those of the channel that are in force; without one nobody is taken
 */
export function readUserToken(
  token: string,
  secrets: readonly string[],
  now = Date.now(),
): WebUser | Refusal {
  if (secrets.length === 0) return { refusal: 'This chat has no secret yet: its owner can make one.' };
  const [head, body, signature, ...rest] = token.split('.');
  if (!head || !body || !signature || rest.length > 0 || token.length > longestToken) {
    return { refusal: 'This is no JSON Web Token.' };
  }
  const algorithm = z.object({ alg: z.literal('HS256') }).safeParse(readPart(head));
  if (!algorithm.success) return { refusal: 'The token must be signed with HS256.' };
  const given = Buffer.from(signature, 'base64url');
  if (!secrets.some((secret) => isSigned(`${head}.${body}`, given, secret))) {
    return { refusal: 'The signature is wrong: the token was not signed with the secret of this chat.' };
  }
  const said = readPart(body);
  const read = claims.safeParse(said);
  if (!read.success) {
    const claim = read.error.issues[0]?.path[0];
    if (typeof claim !== 'string') return { refusal: 'The token has no claims: it needs `sub` and `exp`.' };
    const isMissing = (said as Record<string, unknown>)[claim] === undefined;
    return { refusal: `\`${claim}\` ${isMissing ? 'is missing in the token: it ' : ''}${rules[claim]}.` };
  }
  const { sub, exp, name = null, email: mail, attributes: state } = read.data;
  const seconds = now / 1000;
  if (exp < seconds - slackSeconds) return { refusal: 'The token has expired. Make one for each page.' };
  if (exp > seconds + longestLifeSeconds) return { refusal: 'The token is valid for more than 31 days.' };
  return { id: sub, name, about: { name: name ?? undefined, mail, state } };
}

function isSigned(text: string, given: Buffer, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readPart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
