import { z } from 'zod';
import type { OutboundHttp, Outcome } from '../../platform/outbound-http.ts';
import { named } from '../http/shapes.ts';
import { isSecretName } from '../scenario/given.ts';
import { storable } from '../template/storable.ts';
import { hidden, hide } from './hide.ts';

/** What the other side answered, as it stands on record for those who look for what went wrong. */

/** Bytes of the body that are kept. */
const keptBytes = 4096;
/** Characters of the value of a header that are kept. */
const longestHeader = 500;
/** Characters of the body in which secrets are looked for: more than are kept, so that none is cut in two and found no more. */
const searched = 64 * 1024;

/** Headers that say what came, who answered, what to do next, and by what the other side finds the call in its own log. */
const keptHeaders =
  /^(?:allow|cf-ray|content-type|date|idempotent-replayed|location|retry-after|server|traceparent|via|www-authenticate|x-amzn-errortype|(?:.+-)?(?:request|correlation|trace|debug)-?id|(?:x-)?rate-?limit(?:-.+)?)$/;

/** An answer on record. */
export const heardAnswerShape = named(
  'HeardAnswer',
  z.object({
    status: z.int(),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'Those that matter to whoever looks for a fault: the type, where to go, when to come back, the id of the request.',
      ),
    body: z
      .string()
      .nullable()
      .describe('The beginning, at most 4 KiB of UTF-8, with `[hidden]` for secrets; null if it is no text.'),
    truncated: z.boolean().describe('There was more of the body, or it broke off.'),
  }),
  {
    status: 422,
    headers: { 'content-type': 'application/json', 'x-request-id': 'b7f3' },
    body: '{"error":"The article A-1 is not on sale."}',
    truncated: false,
  },
);

/** Of an answer on record. */
export type HeardAnswer = z.output<typeof heardAnswerShape>;

/**
 * The same client, which also keeps the last answer.
 * @param secrets that were sent, in all forms: some systems repeat the request in their answer
 * @returns `http`, and `last`: the answer on record; null if there was none
 */
export function hearAnswers(
  http: OutboundHttp,
  secrets: readonly string[],
): { http: OutboundHttp; last: () => HeardAnswer | null } {
  let heard: Outcome | undefined;
  return {
    http: {
      ...http,
      async send(request) {
        heard = await http.send(request);
        return heard;
      },
    },
    last: () => (heard?.kind === 'answered' ? answerOnRecord(heard, secrets) : null),
  };
}

/** An answer as it is kept. */
function answerOnRecord(
  { status, headers, body, noText, truncated }: Extract<Outcome, { kind: 'answered' }>,
  secrets: readonly string[],
): HeardAnswer {
  const shown = (text: string) => storable(withoutNamedSecrets(hide(text, secrets)));
  const kept = Object.entries(headers).filter(([name]) => keptHeaders.test(name));
  const head = {
    status,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, shown(value).slice(0, longestHeader)])),
  };
  if (noText !== undefined) return { ...head, body: null, truncated };
  const read = body.slice(0, searched);
  const text = shown(truncated ? withoutCutSecret(read, secrets) : read);
  const beginning = firstBytes(text, keptBytes);
  return { ...head, body: beginning, truncated: truncated || beginning.length < text.length };
}

/** A name before its value: in JSON, also in a text inside JSON, or in a form or an address. */
const before = /(?<mark>\\*)"(?<inJson>[^"\\]{1,100})\\*"\s*:\s*|(?<inForm>[\w.-]{1,100})=/g;
const values = {
  /** Whole, or as far as it goes if the text was cut off. */
  inJson: /"(?:[^"\\]|\\.)*"?|[^\s,}\]]*/y,
  inText: /\\+"[^"\\]*(?:\\+")?|[^\s,}\]\\]*/y,
  inForm: /[^&\s;,"\\]*/y,
};

/** A text in which values that are named like a secret are hidden, whether it is JSON, the beginning of it, a form or an address. */
function withoutNamedSecrets(text: string): string {
  let shown = '';
  let at = 0;
  for (const { index, 0: name, groups } of text.matchAll(before)) {
    const { mark, inJson, inForm } = groups!;
    if (index < at || !isSecretName(inJson ?? inForm!)) continue;
    const from = index + name.length;
    const quote = inJson === undefined ? '' : `${mark}"`;
    shown += text.slice(at, from) + quote + hidden + quote;
    at = endOfValue(text, from, inJson === undefined ? 'inForm' : mark === '' ? 'inJson' : 'inText');
  }
  return shown + text.slice(at);
}

/** Where a value ends that begins there: an object or a list at its own bracket. */
function endOfValue(text: string, from: number, where: keyof typeof values): number {
  if (where === 'inForm' || !/[[{]/.test(text.charAt(from))) {
    const value = values[where];
    value.lastIndex = from;
    value.exec(text);
    return value.lastIndex;
  }
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** A text that was cut off without the beginning of a secret at its end, which `hide` does not find. */
function withoutCutSecret(text: string, secrets: readonly string[]): string {
  const lengths = secrets.flatMap((secret) => {
    const longest = Math.min(secret.length - 1, text.length);
    for (let length = longest; length > 0; length -= 1)
      if (text.endsWith(secret.slice(0, length))) return [length];
    return [];
  });
  return text.slice(0, text.length - Math.max(0, ...lengths));
}

/** The beginning of a text, whole characters of at most this many bytes of UTF-8. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
}
