import { domainToASCII } from 'node:url';

/**
 * The domains on which a chat may stand. An entry means what it means as a host in a content security policy: the host
 * itself, its standard port unless another is named, and with `*.` in front every subdomain but not the host.
 * https://www.w3.org/TR/CSP3/#match-hosts
 */

const entry = /^(?<wild>\*\.)?(?<host>\[[0-9a-f:.]+\]|[^\s[\]/?#@\\%:*,;'"<>]+)(?::(?<port>\d{1,5}))?$/i;
const hostName =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const standardPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** The one spelling of an entry, in lower case and ASCII as browsers send it; undefined when it is none. */
export function normalDomain(text: string): string | undefined {
  const { wild = '', host = '', port } = entry.exec(text)?.groups ?? {};
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined;
  const normal = host.startsWith('[') ? normalIpv6(host) : domainToASCII(host);
  if (!normal || normal.length > 253) return undefined;
  if (!normal.startsWith('[') && !hostName.test(normal)) return undefined;
  // `*.com` would be as wide as a star alone, and an address has no subdomains.
  if (wild && (!normal.includes('.') || /^[\d.]+$|^\[/.test(normal))) return undefined;
  return `${wild}${normal}${port === undefined ? '' : `:${Number(port)}`}`;
}

function normalIpv6(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/** True when pages of this origin may use the chat. @param origin as a browser sends it. @param domains in their normal form. */
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

/** The origin of a page on the web; undefined for `null`, files, and whatever else is none. */
export function webOrigin(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return url.protocol in standardPorts && url.origin === origin ? url : undefined;
}

/** The sources of `frame-ancestors` for these domains: over https, and over http for those who have nothing else. */
export function frameAncestors(domains: readonly string[]): string {
  return ["'self'", ...domains.flatMap((domain) => [`https://${domain}`, `http://${domain}`])].join(' ');
}
