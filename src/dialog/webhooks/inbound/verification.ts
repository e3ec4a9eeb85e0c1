import { z } from 'zod';
import { newSecret } from '../../../platform/secrets.ts';
import { isSigningSecret, newSigningSecret } from '../../../platform/standard-webhooks.ts';
import { laxInt, text } from '../../http/fields.ts';
import { partsOfSigned, SignedFault, signsHeader } from './signed-content.ts';

/** How a receiver knows that a call is from its sender, and what secrets that sender can use. */

/** A name of RFC 9110, section 5.6.2. Node has the names of headers in lower case. */
const headerName = text({ min: 1, max: 100, pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }).transform((name) =>
  name.toLowerCase(),
);
/** Printable characters of ASCII: what a header can carry without a doubt about its encoding. */
const prefix = text({ max: 50, pattern: '^[ -~]*$', default: '' });
const daySeconds = 86_400;

/** The rule of one sender or, in the last types, a description of any sender's rule. */
export const verificationField = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('service') }),
    z.object({ type: z.literal('standard-webhooks') }),
    z.object({ type: z.literal('github') }),
    z.object({ type: z.literal('stripe') }),
    z.object({ type: z.literal('shopify') }),
    z.object({ type: z.literal('slack') }),
    z.object({ type: z.literal('telegram-secret') }),
    z.object({
      type: z.literal('hmac'),
      header: headerName,
      algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
      encoding: z.enum(['hex', 'base64']).default('hex'),
      prefix,
      signed: text({ min: 1, max: 1000, default: '{{ body }}' }),
      timestamp_header: headerName.nullable().default(null),
      tolerance_seconds: laxInt({ ge: 1, le: daySeconds, default: 300 }),
    }),
    z.object({
      type: z.literal('token'),
      in: z.enum(['header', 'query']).default('header'),
      name: text({ min: 1, max: 100, pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }),
      prefix,
    }),
    // RFC 7617: the first colon ends the user name.
    z.object({ type: z.literal('basic'), username: text({ min: 1, max: 200, pattern: '^[^:]*$' }) }),
    z.object({ type: z.literal('none') }),
  ])
  .superRefine((given, ctx) => {
    if (given.type !== 'hmac') return;
    const refuse = (message: string) =>
      ctx.addIssue({ code: 'custom', message, input: given.signed, path: ['signed'] });
    try {
      const parts = partsOfSigned(given.signed);
      const { timestamp_header: clock } = given;
      if (clock !== null && !signsHeader(parts, clock)) {
        refuse(`a timestamp that is not signed proves nothing: add {{ headers.${clock} }}`);
      }
    } catch (error) {
      if (!(error instanceof SignedFault)) throw error;
      refuse(error.message);
    }
  });

export type Verification = z.output<typeof verificationField>;

/** Receivers are verified by the service's own signature unless their owner says otherwise. */
export const serviceVerification: Verification = { type: 'service' };

/** Senders that make the secret themselves, with where it is found there. */
const dictated: Partial<Record<Verification['type'], string>> = {
  stripe: 'Stripe makes it: send the signing secret of the endpoint, whsec_…',
  shopify: 'Shopify makes it: send the client secret of the app',
  slack: 'Slack makes it: send the signing secret of the app',
};

/**
 * A new secret for a sender that takes any.
 * @returns undefined if the sender makes the secret itself; for `none` a secret that nobody learns
 */
export function madeSecret({ type }: Verification): string | undefined {
  if (dictated[type] !== undefined) return undefined;
  return type === 'standard-webhooks' ? newSigningSecret() : newSecret('rsec_');
}

/** What is wrong with a secret that an owner gave, or did not give, for a new receiver; undefined if nothing is. */
export function secretFault(verification: Verification, given: string | undefined): string | undefined {
  const { type } = verification;
  if (given === undefined) return dictated[type];
  if (type === 'none') return 'calls that are not verified have no secret';
  if (type === 'standard-webhooks' && !isSigningSecret(given)) {
    return 'a secret of Standard Webhooks is whsec_ and base64 of 24 to 64 bytes';
  }
  // https://core.telegram.org/bots/api#setwebhook
  if (type === 'telegram-secret' && !/^[A-Za-z0-9_-]{1,256}$/.test(given)) {
    return 'Telegram takes 1 to 256 characters of A-Z, a-z, 0-9, _ and -';
  }
  if (type === 'token' && !/^[!-~](?:[ -~]*[!-~])?$/.test(given)) {
    return 'a token has printable characters of ASCII, and no space at its ends';
  }
  return undefined;
}

/** What an owner is told at every look at a receiver; null if there is nothing to warn of. */
export function warningOf({ type }: Verification): string | null {
  return type === 'none' ? 'Calls are not verified: whoever knows the address can make one.' : null;
}

/** Headers of a call with the proof itself, in lower case. Templates, and so flows and their records, do not get them. */
export function proofHeaders(verification: Verification): readonly string[] {
  switch (verification.type) {
    case 'standard-webhooks':
      return ['webhook-signature', 'svix-signature'];
    case 'github':
      return ['x-hub-signature-256', 'x-hub-signature'];
    case 'stripe':
      return ['stripe-signature'];
    case 'shopify':
      return ['x-shopify-hmac-sha256'];
    case 'slack':
      return ['x-slack-signature'];
    case 'telegram-secret':
      return ['x-telegram-bot-api-secret-token'];
    case 'hmac':
      return [verification.header];
    case 'token':
      return verification.in === 'header' ? [verification.name.toLowerCase()] : [];
    case 'service':
    case 'basic':
    case 'none':
      return [];
    default:
      return verification satisfies never;
  }
}
