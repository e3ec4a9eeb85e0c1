import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import type { Settings } from '../../settings.ts';
import { passkeySite, type Site } from '../factors/site.ts';

/** What says where passkeys work. */
export type SiteSettings = Pick<Settings, 'publicUrl' | 'host' | 'port'>;

/**
 * Where the passkeys of this server work, for a request from a page there.
 * @throws Problem that names the address to open
 */
export function requirePasskeysHere(request: FastifyRequest, settings: SiteSettings): Site {
  const site = siteOf(request, settings);
  if (site && isOpenedAt(request, site)) return site;
  const what = site
    ? `Passkeys work at ${site.origin} and not at the address of this page: open ${site.origin}.`
    : 'Passkeys need an address with a name, and browsers offer them over https only: set PUBLIC_URL to the address that people ' +
      'open, such as https://parley.example.com.';
  throw new Problem(409, 'passkeys_elsewhere', `${what} The codes of an app work at every address.`);
}

/** Whether passkeys work at the address of this request. */
export function hasPasskeysHere(request: FastifyRequest, settings: SiteSettings): boolean {
  const site = siteOf(request, settings);
  return site !== undefined && isOpenedAt(request, site);
}

/** Where passkeys work; undefined if nowhere. */
export const siteOf = (request: FastifyRequest, settings: SiteSettings): Site | undefined =>
  passkeySite(settings, request.socket.localPort ?? settings.port);

/** Browsers say in `Origin` from which page a write comes. Other clients are known by the host that they call. */
function isOpenedAt({ headers, host }: FastifyRequest, { origin }: Site): boolean {
  return headers.origin === undefined ? new URL(origin).host === host : headers.origin === origin;
}
