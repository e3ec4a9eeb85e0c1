import { isSigningSecret } from '../../platform/standard-webhooks.ts';
import { text } from './fields.ts';

/** The address for signed requests. */
export const webhookAddress = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  if (URL.canParse(value)) {
    const { protocol, username, password } = new URL(value);
    if (/^https?:$/.test(protocol) && username === '' && password === '') return;
  }
  ctx.addIssue({
    code: 'custom',
    message: 'url must be an http:// or https:// address without user name and password',
    input: value,
  });
});

/** The base address of an API; paths are appended to it. */
export const baseUrl = text({ min: 1, max: 2000 }).superRefine((value, ctx) => {
  if (URL.canParse(value) && !/[\s\\]/.test(value)) {
    const { protocol, username, password, search, hash } = new URL(value);
    if (/^https?:$/.test(protocol) && username + password + search + hash === '' && !/[?#]$/.test(value))
      return;
  }
  ctx.addIssue({
    code: 'custom',
    message:
      'base_url must be an http:// or https:// address without user name, password, query and fragment',
    input: value,
  });
});

/** A secret that the owner chooses. */
export const signingSecret = text({ max: 200 }).superRefine((value, ctx) => {
  if (isSigningSecret(value)) return;
  ctx.addIssue({
    code: 'custom',
    message: 'signing_secret must be whsec_ and base64 of 24 to 64 bytes; leave it out to have one made',
    input: value,
  });
});
