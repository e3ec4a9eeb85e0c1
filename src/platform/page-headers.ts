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

/**
 * The headers of a page that a browser shows. Other answers have the policy of `commonHeaders`, which lets them do nothing.
 * @param policy its `Content-Security-Policy`; it must say who may frame the page
 */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin',
  };
}
