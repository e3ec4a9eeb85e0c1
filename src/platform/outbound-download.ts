import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { NotSent } from './address-guard.ts';
import { decoderOf } from './content-decoding.ts';
import type { OutboundService } from './outbound-services.ts';

/** A file to be fetched from another system. */
export interface DownloadRequest {
  service: OutboundService;
  /** `http:` or `https:`, without user and password. */
  url: string;
  headers: Record<string, string>;
  /** For the head of the answer, from the beginning. In milliseconds. */
  headMs?: number;
  /** The longest time in which no byte of the body arrives. In milliseconds. */
  silenceMs?: number;
  /** For all of it. In milliseconds. */
  totalMs?: number;
}

/** How it began. Every `reason` is a clause for operators, without a full stop, and never names the path of the address. */
export type Download =
  /** The head arrived. The body must be read to its end or destroyed; it fails if it breaks off, stands still or is too slow. */
  | { kind: 'answered'; status: number; headers: Record<string, string>; body: Readable }
  /** Nothing was sent, and another try would end the same way. */
  | { kind: 'refused'; reason: string }
  /** No answer came. A download changes nothing, so it may be tried again, whatever was sent. */
  | { kind: 'lost'; reason: string };

const headMsDefault = 15_000;
const silenceMsDefault = 20_000;
const totalMsDefault = 10 * 60_000;

/** Begins a download on a connection of this agent, which checks the address. Redirects are answers and are not followed. */
export async function download(
  agent: Agent,
  { origin, path, headers, where }: Dispatcher.DispatchOptions & { where: string },
  {
    headMs = headMsDefault,
    silenceMs = silenceMsDefault,
    totalMs = totalMsDefault,
  }: Omit<DownloadRequest, 'service' | 'url' | 'headers'>,
): Promise<Download> {
  try {
    const answer = await agent.request({
      origin: origin!,
      path,
      method: 'GET',
      headers: headers!,
      headersTimeout: headMs,
      bodyTimeout: silenceMs,
      signal: AbortSignal.timeout(totalMs),
    });
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    const head: Record<string, string> = Object.fromEntries(flat);
    return {
      kind: 'answered',
      status: answer.statusCode,
      headers: head,
      body: decoded(answer.body, head['content-encoding']),
    };
  } catch (error) {
    if (error instanceof NotSent && error.kind === 'refused')
      return { kind: 'refused', reason: error.message };
    if (error instanceof NotSent) return { kind: 'lost', reason: error.message };
    return { kind: 'lost', reason: `${where} did not answer (${codeOf(error)})` };
  }
}

/** What an error of a connection is called. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'unknown error');
}

/** A body as it was before the server compressed it, although nobody asked for that. */
function decoded(body: Readable, coding: string | undefined): Readable {
  const make = decoderOf(coding ?? '');
  // The error reaches whoever reads the decoder.
  return make ? (pipeline(body, make(), () => {}) as unknown as Readable) : body;
}
