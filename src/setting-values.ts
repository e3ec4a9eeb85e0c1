import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseAllowEntry } from './platform/allow-list.ts';
import { type Bucket, parseBucketAddress } from './platform/file-store/bucket-address.ts';
import { parseSmtpAddress, type SmtpAddress } from './platform/smtp-address.ts';
import { isSigningSecret } from './platform/standard-webhooks.ts';

/** The forms that values of settings have. Their errors follow the name of the setting: "PORT must be …". */

/** Yes or no. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(
    z.enum(['true', 'false', 'yes', 'no', '1', '0'], {
      error: 'must be true or false (or yes or no, 1 or 0)',
    }),
  )
  .transform((value) => value === 'true' || value === 'yes' || value === '1');

/** A whole number. @param min the least @param max the greatest */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const withoutHost = new Set(['mailto:', 'tel:']);

/** An address. @param protocols each with its colon */
export const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    `must be a URL that begins with ${protocols.map((p) => (withoutHost.has(p) ? p : `${p}//`)).join(' or ')}`,
  );

/**
 * The address of a database. The driver checks the certificate for all of these modes as for `verify-full`, but warns in eight lines of
 * each but that one. `uselibpqcompat` asks for what the modes mean to libpq.
 */
export const databaseAddress = url('postgres:', 'postgresql:').transform((value) =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(value)
    ? value
    : value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full'),
);

/** The address of this server for others, to which paths are added. */
export const publicAddress = url('http:', 'https:').refine((value) => !/[?#]/.test(value), {
  error: 'must have no query and no fragment ("?…", "#…"), because paths are added at its end',
});

/** Values separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A secret of Standard Webhooks. */
export const signingSecret = z.string().refine((value) => isSigningSecret(value), {
  error: 'must be 24 to 64 bytes in base64, with or without whsec_; make one with: openssl rand -base64 32',
});

/** Whether a text is a key that can encrypt secrets: base64 of 32 bytes. */
export const isEncryptionKey = (value: string): boolean => Buffer.from(value, 'base64').length === 32;

/** The address of a bucket. Its errors repeat nothing of the address, which has a secret in it. */
export const bucketAddress = z.string().transform((value, ctx): Bucket => {
  try {
    return parseBucketAddress(value);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** The address of a mail server. Its errors repeat nothing of the address, which may have a password in it. */
export const smtpAddress = z.string().transform((value, ctx): SmtpAddress => {
  try {
    return parseSmtpAddress(value);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** The sender of mails: an address, or a name and an address. */
export const mailSender = z.string().transform((value, ctx): MailSender => {
  const [, name = '', address, alone] =
    /^(?:"?([^"<>\r\n]{1,100}?)"?\s*<([^\s<>@,]+@[^\s<>@,]+)>|([^\s<>@,]+@[^\s<>@,]+))$/.exec(value.trim()) ??
    [];
  const found = address ?? alone;
  if (found !== undefined) return { name: name.trim(), address: found };
  ctx.addIssue({
    code: 'custom',
    message: 'must be an e-mail address, or a name and an address: Parley <parley@example.com>',
  });
  return z.NEVER;
});

/** Who sends the mails of this installation. */
export interface MailSender {
  /** May be empty. */
  name: string;
  address: string;
}

/** The languages in which mails are written. For another one, `dialog/mail/languages` needs a file. */
export const mailLanguages = ['en', 'ru'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Proxies whose word on addresses is trusted: none, all, so many, or those with these addresses. */
export const proxies = z
  .string()
  .refine((value) => /^(?:true|false|\d{1,3})$/.test(value) || value.split(',').every(isProxy), {
    error: 'must be true, false, the number of proxies, or their addresses and ranges',
  });

/** The same as Fastify takes it. */
export function trustedProxies(
  value: string,
): boolean | string | ((address: string, hop: number) => boolean) {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? (_address, hop) => hop < Number(value) : value;
}

/** Whether a text is valid in a list of proxies. Fastify does not accept a range of all addresses; for it there is `true`. */
function isProxy(part: string): boolean {
  const text = part.trim();
  const named = text === 'loopback' || text === 'linklocal' || text === 'uniquelocal';
  return named || isIP(text) !== 0 || (ipaddr.isValidCIDR(text) && !/\/0+$/.test(text));
}

/** Hosts and ranges that outgoing requests may reach. */
export const allowList = list.superRefine((entries, ctx) => {
  for (const entry of entries) {
    try {
      parseAllowEntry(entry);
    } catch {
      ctx.addIssue({
        code: 'custom',
        message: `has "${entry}", which is neither a host name nor an IP address nor a CIDR range`,
      });
    }
  }
});
