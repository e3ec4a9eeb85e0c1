import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { ChannelTypeName, ResolvedContent } from '../messages/content.ts';
import type { TaskOutcome } from '../tasks/task.ts';

/** One message on its way to one customer. */
export interface Delivery {
  /** As it is stored; the other ids are public ones. */
  projectId: string;
  messageId: string;
  identityId: string;
  /** The customer's id in the channel. */
  externalId: string;
  content: ResolvedContent;
  /** Who says it: the owner's side by itself, or a person of theirs. */
  author: 'scenario' | 'operator';
  createdAt: Date;
  /** Settings that may be shown, and those that may not. */
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** What a delivery may be made with. */
export interface DeliveryMeans {
  http: OutboundHttp;
  database: Database;
}

/** A fault in a message that this type of channel cannot deliver, at a field of the body. */
export interface LimitFault {
  loc: (string | number)[];
  message: string;
  /** What stands there. */
  input: unknown;
}

/** What a type of channel knows; everything else about sending is one mechanism for all. */
export interface ChannelType {
  name: ChannelTypeName;
  /** What the owner sets; the names of `secrets` are stored sealed and never shown again. */
  settings: z.ZodType<Record<string, unknown>>;
  secrets: readonly string[];
  /** Secrets that are made when the owner gives none, and shown once. */
  newSecrets(): Record<string, string>;
  /** What of this message the channel would refuse or cut; asked when the message is accepted. */
  faults(content: ResolvedContent): LimitFault[];
  /** True where `deliver` opens no socket: messages of the sandbox are then delivered like all others. */
  inside?: boolean;
  /**
   * Hands one message over to the outside world. Absent where this build cannot: such a channel exists in the sandbox
   * only. It awaits `begin` just before the first byte may leave, and tells certain failures from unknown outcomes.
   */
  deliver?(delivery: Delivery, begin: () => Promise<void>, means: DeliveryMeans): Promise<TaskOutcome>;
}
