import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The start of this server's addresses as shown to the caller of this request, without a final slash. */
    ownAddress(): string;
    /** Whether an `Origin` header names this server: as the request's Host header does, or as PUBLIC_URL. */
    isOwnOrigin(origin: string): boolean;
  }
}

/**
 * Adds `ownAddress` and `isOwnOrigin` to requests. `ownAddress` returns PUBLIC_URL if the request came through it, and otherwise the Host header if that
 * names this machine: a loopback name, `host`, or the address at which the connection arrived. Anyone can write another name
 * into that header, so such a request gets PUBLIC_URL, or the address of the connection.
 *
 * @param host as in HOST. @param publicUrl as in PUBLIC_URL, without a final slash.
 */
export function registerOwnAddress(app: FastifyInstance, host: string, publicUrl: string | undefined): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const names = new Set(['localhost', '127.0.0.1', '[::1]', inBrackets(host).toLowerCase()]);
  app.decorateRequest('ownAddress', function (this: FastifyRequest) {
    const { protocol, host: given, socket } = this;
    if (publicUrl !== undefined && given === publicHost) return publicUrl;
    const arrivedAt = inBrackets((socket.localAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/i, ''));
    const name = URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : undefined;
    // Only accept a header that is just a host and a port, because other parts of a URL must not be repeated in addresses.
    const isPlain = name !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(given);
    if (isPlain && (names.has(name.hostname) || name.hostname === arrivedAt)) return `${protocol}://${given}`;
    return publicUrl ?? `${protocol}://${arrivedAt}:${socket.localPort ?? 80}`;
  });
  app.decorateRequest('isOwnOrigin', function (this: FastifyRequest, origin: string) {
    if (!URL.canParse(origin)) return false;
    // A proxy may speak https for this server, so the schemes can differ.
    const { protocol, host: named } = new URL(origin);
    const own = [this.host, this.headers.host]
      .map((given) => `${protocol}//${given}`)
      .map((address) => (URL.canParse(address) ? new URL(address).host : ''));
    return /^https?:$/.test(protocol) && [publicHost, ...own].includes(named);
  });
}

const inBrackets = (address: string) => (isIPv6(address) ? `[${address}]` : address);

/**
 * Whether a Host header names this machine by `localhost`, a name below it, or a loopback address. A page on the internet
 * whose name was made to resolve to this machine (DNS rebinding) cannot hide its own name in that header.
 *
 * @param header as it was sent, not what a proxy copied into another header, which such a page can send itself. Browsers
 *   always send a Host header, so a caller without one is not a page.
 */
export const namesLoopback = (header: string | undefined): boolean =>
  header === undefined ||
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(header);

/**
 * Whether a request has more than one Host header. Node keeps the first, a proxy before it may have decided by another, so
 * such a request must be refused: RFC 9112, section 3.2.
 *
 * @param rawHeaders names and values in turn, as Node has them
 */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
