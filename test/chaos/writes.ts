import { slugs } from './definitions.ts';

export type WriteKind = 'message' | 'job' | 'event' | 'run';

/** The recipient of a sequence of writes; each has its own client. */
export interface Party {
  kind: WriteKind;
  /** The external id of a customer, or else any name. */
  name: string;
  environment: 'live' | 'sandbox';
  /** The customer's identity; null for writes without a customer. */
  identityId: string | null;
  /** The factor by which its client's pauses between two writes are longer than usual. */
  patience: number;
}

/** A write as its client knows it. */
export interface Sent {
  party: Party;
  /** Counts the writes of one party: the order in which they were accepted. */
  n: number;
  /** `Idempotency-Key`, or the `event_id`. */
  key: string;
  body: string;
  /** The body of the first 202; absent until there is one. */
  answer?: string;
}

/** What differs between the kinds of write. */
interface Endpoint {
  path: string;
  /** The body of the n-th write; another body for the same key, where that is wanted. */
  body(party: Party, n: number, key: string, other: boolean): object;
  /** The field of the answer that names the new record. */
  id: string;
}

const endpoints: Record<WriteKind, Endpoint> = {
  message: {
    path: '/messages',
    body: ({ identityId }, n, _key, other) => ({
      identity_id: identityId,
      text: other ? `not ${n}` : String(n),
    }),
    id: 'message_id',
  },
  job: {
    path: `/operations/${slugs.operation}/runs`,
    body: ({ environment }, _n, key, other) => ({ input: { ref: key, other }, environment }),
    id: 'job_id',
  },
  event: {
    path: '/events',
    body: ({ identityId }, n, key, other) => ({
      event_id: key,
      identity_id: identityId,
      text: other ? 'not that' : 'that',
      data: { ref: key, n },
    }),
    id: 'event_id',
  },
  run: {
    path: `/workflows/${slugs.workflow}/run`,
    body: (_party, _n, key, other) => ({ input: { ref: key, other } }),
    id: 'run_id',
  },
};

/** The path of a kind of write, below the project. */
export const pathOf = (kind: WriteKind): string => endpoints[kind].path;

/** @param other for another body than the one that the key was first sent with. */
export function bodyOf(party: Party, n: number, key: string, other = false): string {
  return JSON.stringify(endpoints[party.kind].body(party, n, key, other));
}

/** The public id of the record that an answered write made. */
export function recordOf({ party, answer }: Sent): string {
  return (JSON.parse(answer!) as Record<string, string>)[endpoints[party.kind].id]!;
}

/** An answer without the mark of a repetition, which for events is in the body. */
export const essenceOf = (answer: string): string => answer.replace('"duplicate":true', '"duplicate":false');
