import { z } from 'zod';
import type { OutboundHttp, Outcome } from '../../../platform/outbound-http.ts';
import { outcomeOfAnswer } from '../../tasks/outcome.ts';
import type { ProviderOutcome, Write } from '../provider.ts';

/**
 * One call of YooKassa's API v3 (https://yookassa.ru/developers/api) and what is certain about its outcome.
 * Interaction format: https://yookassa.ru/developers/using-api/interaction-format
 */

export interface Credentials {
  /** Without a final slash. */
  baseUrl: string;
  shopId: string;
  secretKey: string;
}

export type Call =
  | { method: 'GET'; path: string; query?: Record<string, string> }
  | { method: 'POST'; path: string; body: unknown; write: Write };

/**
 * YooKassa gives up an operation after some 30 s, answers 500 and tries to cancel it. A shorter timeout would only make more
 * outcomes unknown.
 */
const timeoutMs = 40_000;
const service = 'yookassa' as const;
/** A page of a list has 100 objects of a few kilobytes each. */
const maxResponseBytes = 4 * 1_048_576;
const longestWaitMs = 24 * 3600 * 1000;

/** An error of the API; `retry_after` is in milliseconds. */
const errorBody = z.object({
  type: z.literal('error'),
  code: z.string(),
  description: z.string().optional().catch(undefined),
  parameter: z.string().optional().catch(undefined),
  retry_after: z.number().optional().catch(undefined),
});
/** The operation was not finished when the answer was written; it has status 202. */
const processingBody = z.object({
  type: z.literal('processing'),
  retry_after: z.number().optional().catch(undefined),
});

/** Makes one call. An answer that does not fit `schema` is not a certain answer. */
export async function call<Schema extends z.ZodType>(
  http: OutboundHttp,
  { baseUrl, shopId, secretKey }: Credentials,
  request: Call,
  schema: Schema,
): Promise<ProviderOutcome<z.output<Schema>>> {
  const headers: Record<string, string> = {
    authorization: `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`,
    'user-agent': 'Parley',
  };
  const url = `${baseUrl}${request.path}`;
  if (request.method === 'GET') {
    const query = request.query ? `?${new URLSearchParams(request.query)}` : '';
    const read = { service, method: 'GET', url: `${url}${query}`, headers, timeoutMs, maxResponseBytes };
    return readAnswer(await http.send(read), schema);
  }
  const { idempotenceKey, begin } = request.write;
  const answer = await http.send({
    service,
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json', 'idempotence-key': idempotenceKey },
    body: JSON.stringify(request.body),
    timeoutMs,
    maxResponseBytes,
    beforeSend: begin,
  });
  return readAnswer(answer, schema);
}

function readAnswer<Schema extends z.ZodType>(
  answer: Outcome,
  schema: Schema,
): ProviderOutcome<z.output<Schema>> {
  const verdict = outcomeOfAnswer(answer);
  // The beginning of an object is not JSON, so a body that was cut counts as missing.
  const body = answer.kind === 'answered' ? parse(answer.body) : undefined;
  if (verdict.state === 'succeeded') return readSuccess(body, schema);
  const said = errorBody.safeParse(body).data;
  const error = said ? { code: said.code, message: sentence(said) } : verdict.error;
  switch (verdict.state) {
    case 'failed':
      return { kind: 'refused', ...error };
    case 'retry':
      return { kind: 'not_begun', ...error, ...wait(said?.retry_after ?? verdict.afterMs) };
    case 'unknown':
      return { kind: 'unknown', ...error, ...wait(said?.retry_after) };
    default:
      return verdict satisfies never;
  }
}

function readSuccess<Schema extends z.ZodType>(
  body: unknown,
  schema: Schema,
): ProviderOutcome<z.output<Schema>> {
  const processing = processingBody.safeParse(body).data;
  if (processing) {
    const message = 'The provider has not finished the operation.';
    return { kind: 'unknown', code: 'processing', message, ...wait(processing.retry_after) };
  }
  const read = schema.safeParse(body);
  if (read.success) return { kind: 'answered', value: read.data };
  const fields = read.error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'the whole body');
  const message = `The provider's answer cannot be read: ${fields.join(', ')}.`;
  return { kind: 'unknown', code: 'unreadable_answer', message };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The provider's reason for a refusal, cut to a length for logs and screens. */
function sentence({ code, description, parameter }: z.output<typeof errorBody>): string {
  const about = parameter === undefined ? '' : ` (${parameter})`;
  return `${description ?? `The provider answered ${code}`}${about}`.replace(/\p{C}/gu, ' ').slice(0, 500);
}

function wait(ms: number | undefined): { afterMs?: number } {
  return ms === undefined ? {} : { afterMs: Math.min(Math.max(ms, 0), longestWaitMs) };
}
