import { domainToASCII } from 'node:url';

/**
 * The domains whose pages may show a chat. An entry means what a host means in a content security policy: the host itself, on
 * its standard port unless another is named; with `*.` in front, every subdomain but not the host.
 * https://www.w3.org/TR/CSP3/#match-hosts
 */

const entry = /^(?<wild>\*\.)?(?<host>\[[0-9a-f:.]+\]|[^\s[\]/?#@\\%:*,;'"<>]+)(?::(?<port>\d{1,5}))?$/i;
const hostName =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const standardPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Normalizes an entry to lower case and ASCII, as browsers send it; undefined if it is not valid. */
export function normalDomain(text: string): string | undefined {
  const { wild = '', host = '', port } = entry.exec(text)?.groups ?? {};
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  const normal = host.startsWith('[') ? normalIpv6(host) : domainToASCII(host);
  if (!normal || normal.length > 253) return undefined;
  if (!normal.startsWith('[') && !hostName.test(normal)) return undefined;
  // `*.com` would allow as much as a star alone, and an address has no subdomains.
  if (wild && (!normal.includes('.') || /^[\d.]+$|^\[/.test(normal))) return undefined;
  return `${wild}${normal}${port === undefined ? '' : `:${Number(port)}`}`;
}

function normalIpv6(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/** Whether pages of this origin may use the chat. @param origin as a browser sends it. @param domains normalized */
export function isAllowedOrigin(origin: string, domains: readonly string[]): boolean {
  const url = webOrigin(origin);
  if (!url) return false;
  const standard = standardPorts[url.protocol];
  const port = url.port || standard;
  return domains.some((domain) => {
    const [, host = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(domain.replace(/^\*(?=\.)/, ''))!;
    if ((wanted ?? standard) !== port) return false;
    return host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host;
  });
}

/** The origin of a web page; undefined for `null`, files, and texts that are not an origin. */
export function webOrigin(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return url.protocol in standardPorts && url.origin === origin ? url : undefined;
}

/** The sources of `frame-ancestors` for these domains: over https, and over http for sites without https. */
export function frameAncestors(domains: readonly string[]): string {
  return ["'self'", ...domains.flatMap((domain) => [`https://${domain}`, `http://${domain}`])].join(' ');
}
