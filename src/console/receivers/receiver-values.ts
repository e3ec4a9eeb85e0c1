import { faultAt } from '../api/problem.ts';
import type { Shape } from '../api/shapes.ts';
import { jsonOfText, textOfJson } from '../kit/json-text.ts';
import { t } from '../text/text.ts';
import type { Receiver } from './receivers.ts';

/** A receiver as a form has it: what may be any JSON stands there as text. */

export const senders = [
  ...(['service', 'github', 'stripe', 'shopify', 'slack', 'telegram-secret', 'standard-webhooks'] as const),
  ...(['hmac', 'token', 'basic', 'none'] as const),
];
export type Sender = Shape<'Verification'>['type'];

/** Senders that make the secret themselves. */
const dictating: readonly Sender[] = ['stripe', 'shopify', 'slack'];
export const makesSecret = (sender: Sender) => dictating.includes(sender);

export const algorithms = ['sha256', 'sha1', 'sha512'] as const;
export const encodings = ['hex', 'base64'] as const;
export const places = ['header', 'query'] as const;

export interface ReceiverValues {
  name: string;
  sender: Sender;
  /** Empty: it stays, or is made here. */
  secret: string;
  /** Of `hmac`. */
  header: string;
  algorithm: (typeof algorithms)[number];
  encoding: (typeof encodings)[number];
  prefix: string;
  signed: string;
  clock: string;
  tolerance: number | null;
  /** Of `token`. */
  place: (typeof places)[number];
  tokenName: string;
  tokenPrefix: string;
  /** Of `basic`. */
  username: string;
  target: 'nothing' | 'event' | 'workflow';
  /** `identity`: one template; otherwise a channel and what the sender calls the customer. */
  identity: string;
  channel: string;
  externalId: string;
  text: string;
  data: string;
  workflow: string;
  input: string;
  dedupe: string;
  hasAnswer: boolean;
  status: number | null;
  contentType: string;
  answer: string;
}

/** What stands in the fields of a new receiver. */
export const initialValues = (): ReceiverValues => ({
  ...{ name: '', sender: 'service', secret: '' },
  ...{ header: '', algorithm: 'sha256', encoding: 'hex', prefix: '', signed: '{{ body }}', clock: '' },
  ...{ tolerance: 300, place: 'header', tokenName: '', tokenPrefix: '', username: '' },
  ...{ target: 'nothing', identity: '', channel: '', externalId: '', text: '', data: '' },
  ...{ workflow: '', input: '', dedupe: '' },
  ...{ hasAnswer: false, status: 200, contentType: '', answer: '' },
});

function ofVerification(rule: Shape<'Verification'>): Partial<ReceiverValues> {
  if (rule.type === 'hmac') {
    const { header, algorithm, encoding, prefix, signed, timestamp_header, tolerance_seconds } = rule;
    const clock = { clock: timestamp_header ?? '', tolerance: tolerance_seconds };
    return { header, algorithm, encoding, prefix, signed, ...clock };
  }
  if (rule.type === 'token') return { place: rule.in, tokenName: rule.name, tokenPrefix: rule.prefix };
  return rule.type === 'basic' ? { username: rule.username } : {};
}

function ofTarget(target: Receiver['target']): Partial<ReceiverValues> {
  if (target === null) return {};
  if ('workflow' in target)
    return { target: 'workflow', workflow: target.workflow, input: textOfJson(target.input) };
  const { identity, text, data } = target.event;
  const whom =
    typeof identity === 'string'
      ? { identity }
      : { channel: identity.channel_id, externalId: identity.external_id };
  return { target: 'event', text, data: textOfJson(data), ...whom };
}

/** What stands in the fields before somebody changes them. */
export function valuesOf({ name, verification, target, dedupe_id, response }: Receiver): ReceiverValues {
  return {
    ...initialValues(),
    ...{ name, sender: verification.type, dedupe: dedupe_id ?? '' },
    ...ofVerification(verification),
    ...ofTarget(target),
    ...(response && {
      ...{ hasAnswer: true, status: response.status, contentType: response.content_type ?? '' },
      answer: textOfJson(response.body),
    }),
  };
}

/** @throws ApiProblem at the field if it is no JSON */
function read(text: string, path: string): unknown {
  try {
    return jsonOfText(text);
  } catch {
    throw faultAt(path, t('operations.no_json'));
  }
}

type Wanted = Shape<'WantedReceiver'>;

function verificationOf(values: ReceiverValues): NonNullable<Wanted['verification']> {
  const { sender: type } = values;
  if (type === 'hmac')
    return {
      ...{ type, header: values.header.trim(), algorithm: values.algorithm, encoding: values.encoding },
      ...{ prefix: values.prefix, signed: values.signed },
      timestamp_header: values.clock.trim() === '' ? null : values.clock.trim(),
      ...(values.tolerance !== null && { tolerance_seconds: values.tolerance }),
    };
  if (type === 'token')
    return { type, in: values.place, name: values.tokenName.trim(), prefix: values.tokenPrefix };
  return type === 'basic' ? { type, username: values.username } : { type };
}

function targetOf(values: ReceiverValues): Wanted['target'] {
  const { target, identity, channel, externalId, text, data, workflow, input } = values;
  if (target === 'nothing') return null;
  if (target === 'workflow') {
    const given = (read(input, 'target.input') ?? {}) as Record<string, unknown>;
    return { workflow, input: given };
  }
  const whom =
    identity.trim() === '' ? { channel_id: channel.trim(), external_id: externalId } : identity.trim();
  const more = read(data, 'target.event.data') as Record<string, unknown> | undefined;
  return { event: { identity: whom, text, ...(more && { data: more }) } };
}

/** The body of the request that stores it. @throws ApiProblem at a field that is no JSON */
export function wantedOf(values: ReceiverValues): Wanted {
  const { name, secret, dedupe, hasAnswer, status, contentType, answer } = values;
  const body = hasAnswer ? read(answer, 'response.body') : undefined;
  return {
    ...{ name, target: targetOf(values), verification: verificationOf(values) },
    ...(secret.trim() !== '' && { secret: secret.trim() }),
    dedupe_id: dedupe.trim() === '' ? null : dedupe,
    response: hasAnswer
      ? {
          ...(status !== null && { status }),
          ...(contentType.trim() !== '' && { content_type: contentType.trim() }),
          ...(body !== undefined && { body }),
        }
      : null,
  };
}
