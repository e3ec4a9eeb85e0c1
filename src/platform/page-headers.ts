import { randomBytes } from 'node:crypto';

/** Features of browsers that no page of this server uses, and so no script in one may ask for. */
const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const permissions = unused.map((feature) => `${feature}=()`).join(', ');

/** What a page may do, each directive of a `Content-Security-Policy` with its sources. */
export type PageRights = Readonly<Record<string, string>>;

/** What every page of this server may do: run and style what has its nonce, and speak to this server. */
const everyPage: PageRights = {
  'default-src': "'none'",
  'connect-src': "'self'",
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * What one answer with a page has: a nonce of its own, for the attribute `nonce` of its scripts and styles, and its headers. So neither a text that
 * got into the page nor a file of this server can run in it. Other answers have the policy of `commonHeaders`, which lets them do nothing.
 * @param rights added to those of every page, or in place of them
 */
export function openPage(rights: PageRights = {}): { nonce: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64');
  const own = `'nonce-${nonce}'`;
  const directives = { ...everyPage, 'script-src': own, 'style-src': own, ...rights };
  return {
    nonce,
    headers: {
      'content-security-policy': Object.entries(directives)
        .map(([directive, sources]) => `${directive} ${sources}`)
        .join('; '),
      'referrer-policy': 'no-referrer',
      'permissions-policy': permissions,
      'cross-origin-opener-policy': 'same-origin',
      // A page that is kept would show its nonce again.
      'cache-control': 'no-store',
    },
  };
}
