import { isSigningSecret } from '../../platform/standard-webhooks.ts';
import { text } from './fields.ts';

/**
 * The URL of a text that is an http(s) address as it is written; undefined for any other text.
 *
 * The URL parser alone accepts more: it drops tabs, line breaks and outer white space, reads a backslash as a slash, and adds
 * slashes that are missing behind the scheme (https://url.spec.whatwg.org/#url-parsing). What it has read is then not what
 * channels, receivers and people read. A space inside is not among this: it becomes %20, and texts that templates put in
 * addresses have some.
 */
export function readWebAddress(value: string): URL | undefined {
  return /^https?:\/\/[^\p{Cc}\p{Zl}\p{Zp}\\]*[^\s\p{Cc}\\]$/iu.test(value) && URL.canParse(value)
    ? new URL(value)
    : undefined;
}

/** The address for signed requests. */
export const webhookAddress = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  const url = readWebAddress(value);
  if (url && url.username === '' && url.password === '') return;
  ctx.addIssue({
    code: 'custom',
    message: 'url must be an http:// or https:// address without user name and password',
    input: value,
  });
});

/** The base address of an API; paths are appended to it. */
export const baseUrl = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  const url = readWebAddress(value);
  if (url && url.username + url.password === '' && !/[\s?#]/.test(value)) return;
  ctx.addIssue({
    code: 'custom',
    message:
      'base_url must be an http:// or https:// address without user name, password, query and fragment',
    input: value,
  });
});

const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * Whether a path has a segment `.` or `..`, written in any way: it would lead out of its place. Servers read `\` as `/`, and some
 * decode both before they resolve dots.
 */
export const hasDotSegment = (path: string): boolean =>
  path.split(/[/\\]|%2f|%5c/i).some((segment) => dots.test(segment));

/** A secret that the owner chooses. */
export const signingSecret = text({ max: 200 }).superRefine((value, ctx) => {
  if (isSigningSecret(value)) return;
  ctx.addIssue({
    code: 'custom',
    message: 'signing_secret must be whsec_ and base64 of 24 to 64 bytes; leave it out to have one made',
    input: value,
  });
});
