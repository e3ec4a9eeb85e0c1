import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { SecretAddress } from '../http/secret-address.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { NoAnswerReason } from './no-answer.ts';

/** A connection ready for use: its settings together with its secrets, as its kind declares them. */
export interface OpenConnection {
  /** As shown to owners: `con_…`. */
  id: string;
  kind: string;
  settings: Record<string, unknown>;
}

/** The result of a test call. It contains no secrets and no addresses that a name resolved to. */
export interface TestReport {
  ok: boolean;
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** A sentence for the owner. */
  detail: string;
  /** If there was no answer: which of the known sentences this is. */
  reason?: NoAnswerReason;
}

/** The same with what the other side answered, if anything, as it is kept and shown. */
export interface KeptReport extends TestReport {
  answer?: HeardAnswer;
}

/** What is specific to a kind of connection. Everything else about connections is the same for all kinds. */
export interface ConnectionKind {
  name: string;
  /** The settings by the owner, including secrets. */
  settings: z.ZodType<Record<string, unknown>>;
  /** The settings that are stored sealed and never shown again, as paths with dots: `auth.token`. */
  secrets: readonly string[];
  /** The setting with the address to which the secrets are sent, and the address that applies without it. */
  address: SecretAddress;
  /** Why this address is not allowed with these settings, as text after "Value error, "; undefined if it is allowed. */
  addressFault?(settings: Record<string, unknown>, http: OutboundHttp): string | undefined;
  /** Generates secrets, by path, that a new connection came without. They are shown once. */
  newSecrets(): Record<string, string>;
  /** Makes one harmless call with the stored settings. */
  test(connection: OpenConnection, http: OutboundHttp): Promise<TestReport>;
}
