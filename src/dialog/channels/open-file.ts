import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { OutboundService } from '../../platform/outbound-services.ts';
import type { NoFile, OpenedFile } from '../files/fetch.ts';
import { retryAfterMs } from '../tasks/outcome.ts';

/** What asking for a file led to. */
export type Opening = { is: 'open'; file: OpenedFile } | NoFile;

/** Statuses after which the same request may succeed: RFC 9110 and RFC 8470. */
const passing = new Set([408, 425, 429]);

/**
 * Asks for a file at an address, and reads no more than the head of the answer.
 * @param where how the other side is named in reasons, which people read
 */
export async function openFile(
  http: OutboundHttp,
  service: OutboundService,
  url: string,
  where: string,
): Promise<Opening> {
  const answer = await http.download({
    service,
    url,
    // Compressed bytes would have to be unpacked again, and have no length.
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Parley' },
  });
  if (answer.kind === 'refused') {
    return failed('gone', 'address_refused', `The file was not fetched: ${answer.reason}.`);
  }
  if (answer.kind === 'lost')
    return failed('later', 'not_reached', `The file did not come: ${answer.reason}.`);
  const { status, headers, body } = answer;
  if (status === 200) {
    const length = headers['content-length'];
    const size = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
    return { is: 'open', file: { body, type: headers['content-type'], size } };
  }
  body.on('error', () => {}).destroy();
  if (status >= 300 && status < 400) {
    const message = `${where} sent a redirect, which is not followed; it has to be the address of the file itself.`;
    return failed('gone', 'redirected', message);
  }
  const message = `${where} answered with status ${status}.`;
  const isPassing = passing.has(status) || status >= 500;
  const { error } = failed('gone', `http_${status}`, message);
  return isPassing
    ? { is: 'later', error, afterMs: retryAfterMs(headers['retry-after']) }
    : { is: 'gone', error };
}

/** @param message a sentence for people, with a full stop */
export function failed(is: NoFile['is'], code: string, message: string): NoFile {
  return { is, error: { code, message } };
}
