import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';

/** A connection as it is used: its settings and its secrets in one, as its kind declares them. */
export interface OpenConnection {
  /** As shown: `con_…`. */
  id: string;
  kind: string;
  settings: Record<string, unknown>;
}

/** What a test call found. Neither secrets nor addresses that a name resolved to stand in it. */
export interface TestReport {
  ok: boolean;
  /** Of the answer; null when there was none. */
  status: number | null;
  /** A sentence for the owner. */
  detail: string;
}

/** What a kind of connection knows; everything else about keeping one is the same for all. */
export interface ConnectionKind {
  name: string;
  /** What the owner sets, secrets included. */
  settings: z.ZodType<Record<string, unknown>>;
  /** Which settings are stored sealed and never shown again, as paths with dots: `auth.token`. */
  secrets: readonly string[];
  /** Secrets by their paths that are made when a new connection comes without them, and shown once. */
  newSecrets(): Record<string, string>;
  /** Makes one harmless call with what is stored. */
  test(connection: OpenConnection, http: OutboundHttp): Promise<TestReport>;
}
