import type { Outcome } from '../../platform/outbound-http.ts';

/** Why there was no answer: what happened, whether anything was sent, and what to look at. */
const sentences = {
  address_refused:
    'The address may not be reached from this server: it is malformed, private or reserved. OUTBOUND_ALLOW can permit it.',
  name_unknown: 'No address is known for the name of the host, and nothing was sent. Check its spelling.',
  connection_refused:
    'The host refused the connection, and nothing was sent. Check the port, and whether the other system runs.',
  no_connection:
    'The host did not answer at all, and nothing was sent. Check its name and port, and whether a firewall is in between.',
  certificate_expired:
    'The certificate of the host has expired, and nothing was sent. Whoever runs it has to renew it.',
  certificate_refused:
    'The certificate of the host was not accepted, and nothing was sent. An authority that is known here has to issue one for this name.',
  tls_failed: 'No secure connection came about, and nothing was sent. Check whether this port speaks HTTPS.',
  not_reached:
    'No connection came about, and nothing was sent. Check the host, its port and its certificate.',
  no_answer: 'The request was sent, and no answer came.',
} as const;

/** Names each of the sentences for programs, such as a console in another language. */
export const noAnswerReasons = Object.keys(sentences) as (keyof typeof sentences)[];
export type NoAnswerReason = keyof typeof sentences;

/** Which of the sentences says why there was no answer. */
export function reasonFor(outcome: Exclude<Outcome, { kind: 'answered' }>): NoAnswerReason {
  switch (outcome.kind) {
    case 'refused':
      return 'address_refused';
    case 'not_begun':
      return outcome.why ?? 'not_reached';
    case 'unknown':
      return 'no_answer';
    default:
      return outcome satisfies never;
  }
}

export const sentenceFor = (reason: NoAnswerReason): string => sentences[reason];

/**
 * Why there was no answer, in words that anybody may read. The reasons from outbound-http name the addresses that a host
 * resolved to, which must stay inside.
 */
export const reasonForAll = (outcome: Exclude<Outcome, { kind: 'answered' }>): string =>
  sentences[reasonFor(outcome)];

/** Which of the sentences this is, if it is one: what happened is kept as a sentence. */
export const reasonIn = (message: string): NoAnswerReason | undefined =>
  noAnswerReasons.find((reason) => sentences[reason] === message);
