import { isIPv4 } from 'node:net';

/** A mail server, and how it is reached. */
export interface SmtpAddress {
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /**
   * `from the start`: TLS before the first word; `required`: STARTTLS, and nothing is sent without it; `unverified`: the same, but
   * the certificate may be anybody's; `off`: readable by whoever is on the way.
   */
  tls: 'from the start' | 'required' | 'unverified' | 'off';
  /** Undefined: the server asks for no login. */
  login: { user: string; password: string } | undefined;
}

const form = 'smtp://USER:PASSWORD@host:587, or smtps:// for a server with TLS from the start (465)';

/** RFC 6409 and RFC 8314. */
const defaultPorts = { smtp: 587, smtps: 465 };

/**
 * Reads the address of a mail server: `smtp[s]://[USER:PASSWORD@]host[:port][?tls=off|unverified]`. User and password are
 * percent-encoded. Without `tls`, TLS is required of every server but one on this machine.
 * @throws Error with a clause that says what is wrong and repeats nothing of the address, which has a password in it
 */
export function parseSmtpAddress(text: string): SmtpAddress {
  const scheme = /^(smtps?):\/\//.exec(text)?.[1] as 'smtp' | 'smtps' | undefined;
  // The parser treats hosts of schemes that it does not know as opaque text.
  const rest = scheme && `http${text.slice(scheme.length)}`;
  if (rest === undefined || !URL.canParse(rest) || !URL.canParse(text))
    throw new Error(`must have the form ${form}`);
  const url = new URL(rest);
  if (url.hash !== '') throw new Error('has a "#"; percent-encode it as %23');
  if (url.pathname !== '/') throw new Error(`must end after the host and the port: ${form}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Read with the scheme as it is, because 80 would be left out as the port of http.
  const port = Number(new URL(text).port) || defaultPorts[scheme!];
  return { host, port, tls: tlsOf(scheme!, host, url.searchParams), login: loginOf(url) };
}

function tlsOf(scheme: 'smtp' | 'smtps', host: string, options: URLSearchParams): SmtpAddress['tls'] {
  const unknown = [...options.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) throw new Error('has an option that is not known; the only one is tls');
  const wanted = options.get('tls');
  if (wanted === null) {
    if (scheme === 'smtps') return 'from the start';
    return isThisMachine(host) ? 'off' : 'required';
  }
  if (scheme === 'smtp' && (wanted === 'off' || wanted === 'unverified' || wanted === 'required'))
    return wanted;
  throw new Error('may have tls=required, tls=off or tls=unverified, and only with smtp://');
}

/** What is sent there passes no network. */
const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

function loginOf({ username, password }: URL): SmtpAddress['login'] {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') throw new Error('must have a user and a password, or neither');
  return { user: decoded(username), password: decoded(password) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(
      'has a "%" in its user or password that begins no percent-encoded character; write it as %25',
    );
  }
}
