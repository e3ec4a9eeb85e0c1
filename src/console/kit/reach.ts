/** Whether an address leads to this computer alone, so that nobody else can open a link to it. */
export const isHereOnly = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);

/**
 * Whether only computers of the same network can open it: the private addresses of RFC 1918 and RFC 4193, those of one link
 * (RFC 3927, RFC 4291), and names for local networks, as those without a dot are.
 */
export const isNearOnly = (hostname: string): boolean =>
  /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3})+$/.test(hostname) ||
  /^\[(?:f[cd]|fe80)[\da-f]*:.*\]$/i.test(hostname) ||
  (!isHereOnly(hostname) && /(?:^[^.:]+|\.(?:local|lan|internal))$/i.test(hostname));

/** Whether it is for this computer or its network, so that nobody on the internet reaches it. */
export const isInside = (hostname: string): boolean => isHereOnly(hostname) || isNearOnly(hostname);
