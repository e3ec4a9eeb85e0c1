import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { type NoConnection, NotSent } from './address-guard.ts';

type ConnectError = Error & { code?: string; address?: string; port?: number; errors?: ConnectError[] };

/** The error for a connection that could not be made. With several addresses it names each. */
export function connectFailure(
  error: ConnectError,
  target: buildConnector.Options,
  timeout: number,
): NotSent {
  if (error instanceof NotSent) return error;
  const where = target.host ?? target.hostname;
  const faults = (error.errors ?? [error]).map((each) => faultOf(each, target, where, timeout));
  const sentences = new Set(faults.map(({ sentence }) => sentence));
  return new NotSent('not_begun', [...sentences].join(', '), faults[0]?.why);
}

/** What went wrong with one address. */
function faultOf(
  { code = 'unknown error', address, port, message }: ConnectError,
  { protocol }: buildConnector.Options,
  where: string,
  timeout: number,
): { sentence: string; why: NoConnection } {
  const peer = address ? `${isIP(address) === 6 ? `[${address}]` : address}:${port}` : where;
  if (code === 'ECONNREFUSED')
    return { sentence: `connection refused by ${peer}`, why: 'connection_refused' };
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return { sentence: `no connection to ${where} within ${timeout} ms`, why: 'no_connection' };
  if (address || protocol !== 'https:')
    return { sentence: `no connection to ${peer} (${code})`, why: 'no_connection' };
  if (/CERT|SIGNATURE|UNABLE_TO/.test(code)) {
    const why = code === 'CERT_HAS_EXPIRED' ? 'certificate_expired' : 'certificate_refused';
    return { sentence: `certificate of ${where} not accepted: ${message}`, why };
  }
  return { sentence: `TLS with ${where} failed (${code})`, why: 'tls_failed' };
}
