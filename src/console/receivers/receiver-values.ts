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

/** How a target may name a customer; only a workflow needs none. */
export const waysToName = ['nobody', 'channel', 'field', 'identity'] as const;

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
  /** How the customer is named. */
  whom: (typeof waysToName)[number];
  identity: string;
  channel: string;
  externalId: string;
  /** Whether whoever is not in the channel yet is made, and under which name. */
  create: boolean;
  madeName: string;
  stateField: string;
  stateValue: string;
  /** Whether the event may be taken for the answer to an open question. */
  answers: boolean;
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
  ...{ target: 'nothing', text: '', data: '', answers: false },
  ...{ whom: 'nobody', identity: '', channel: '', externalId: '', create: false, madeName: '' },
  ...{ stateField: '', stateValue: '' },
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
    return {
      ...{ target: 'workflow', workflow: target.workflow, input: textOfJson(target.input) },
      ...ofIdentity(target.identity),
    };
  const { identity, text, data, answers = true } = target.event;
  return { target: 'event', text, data: textOfJson(data), answers, ...ofIdentity(identity) };
}

type IdentityTarget = Extract<NonNullable<Receiver['target']>, { workflow: string }>['identity'];

function ofIdentity(identity: IdentityTarget): Partial<ReceiverValues> {
  if (identity === undefined) return {};
  if (typeof identity === 'string') return { whom: 'identity', identity };
  if ('state_field' in identity) {
    const { state_field, state_value, channel_id = '' } = identity;
    return { whom: 'field', stateField: state_field, stateValue: state_value, channel: channel_id };
  }
  const { channel_id, external_id, create = false, name = '' } = identity;
  return { whom: 'channel', channel: channel_id, externalId: external_id, create, madeName: name };
}

/** How the customer is named: a workflow needs none, an event does. */
export const wayToName = ({ target, whom }: ReceiverValues): ReceiverValues['whom'] =>
  target === 'event' && whom === 'nobody' ? 'channel' : whom;

function identityOf(values: ReceiverValues): IdentityTarget {
  const { identity, channel, externalId, create, madeName, stateField, stateValue } = values;
  const channel_id = channel.trim();
  switch (wayToName(values)) {
    case 'nobody':
      return undefined;
    case 'identity':
      return identity.trim();
    case 'field':
      return {
        ...{ state_field: stateField.trim(), state_value: stateValue },
        ...(channel_id !== '' && { channel_id }),
      };
    case 'channel':
      return {
        ...{ channel_id, external_id: externalId },
        ...(create && { create, ...(madeName.trim() !== '' && { name: madeName }) }),
      };
  }
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
  const { target, text, data, answers, workflow, input } = values;
  const identity = identityOf(values);
  if (target === 'nothing') return null;
  if (target === 'workflow') {
    const given = (read(input, 'target.input') ?? {}) as Record<string, unknown>;
    return { workflow, input: given, ...(identity !== undefined && { identity }) };
  }
  const more = read(data, 'target.event.data') as Record<string, unknown> | undefined;
  return { event: { identity: identity!, text, ...(more && { data: more }), answers } };
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
