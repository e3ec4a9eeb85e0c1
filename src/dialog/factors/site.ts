import { isIP } from 'node:net';

/** Where passkeys work: the relying party of W3C Web Authentication, and the origin of its pages. */
export interface Site {
  /** The relying party's id. */
  host: string;
  /** The address that people open. */
  origin: string;
}

const openHosts = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

/**
 * Where passkeys of this server work. They belong to a name, never to an IP address, and browsers offer them over https or at
 * localhost only: https://www.w3.org/TR/webauthn-3/#relying-party-identifier
 *
 * @param settings `publicUrl` without a final slash, and HOST
 * @param port on which the server listens
 * @returns undefined if they work nowhere
 */
export function passkeySite(
  { publicUrl, host }: { publicUrl: string | undefined; host: string },
  port: number,
): Site | undefined {
  if (publicUrl === undefined) {
    return openHosts.has(host) ? { host: 'localhost', origin: `http://localhost:${port}` } : undefined;
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return undefined;
  return protocol === 'https:' || /^(?:.+\.)?localhost$/.test(hostname)
    ? { host: hostname, origin }
    : undefined;
}
