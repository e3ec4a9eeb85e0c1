import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { ChannelTypeName, ResolvedContent } from '../messages/content.ts';
import type { JsonObject } from '../scenario/template.ts';
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
  /** The `progress` of the attempt before, for messages that leave in several parts; otherwise null or undefined. */
  progress: unknown;
}

/** What reached a channel from outside, in one form for all types of channel. */
export type Heard = HeardMessage | HeardMembership;

/** What a customer said. */
export interface Said {
  /** Unique in the channel: what is heard twice with the same key was said once. */
  key: string;
  /** The customer's id in the channel, 1 to 255 code points. */
  externalId: string;
  /** What the customer is called there. */
  name: string | null;
  text: string;
  /** What else the channel tells, for templates. */
  data: JsonObject;
}

/** Something that a customer said, or a button that they pressed. */
export interface HeardMessage extends Said {
  kind: 'message';
  /** Empty for a pressed button, which says what the button says. */
  text: string;
  button: PressedButton | null;
  /** Of a press that the channel wants to be answered. */
  callbackId: string | null;
}

/** That a customer no longer wants to be written to, or does again. */
export interface HeardMembership {
  kind: 'membership';
  key: string;
  externalId: string;
  name: string | null;
  isReachable: boolean;
}

/**
 * A button of a message of ours, as the customer's client names it: it could name any, so it is looked up among the
 * messages to this customer. `index` counts from 0 in the buttons as the channel was told them, and may be beyond.
 */
export interface PressedButton {
  /** `msg_…` */
  messageId: string;
  index: number;
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

/** Whether the outside world hands over what customers say, in a sentence for the owner. Never holds a secret. */
export interface Connection {
  status: 'connected' | 'failed' | 'not_connected';
  detail: string;
}

/** A channel as its type connects it. */
export interface Account {
  /** Settings that may be shown, and those that may not. */
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** How the outside world is told where to hand over what customers say. Repeating either does no harm. */
export interface Connector {
  /** @param address where this server is called, below `inbound`. Within half a minute, whatever the other side does. */
  connect(account: Account, address: string, http: OutboundHttp): Promise<Connection>;
  disconnect(account: Account, http: OutboundHttp): Promise<TaskOutcome>;
  /** Names the account at the other side, as far as these secrets tell. */
  nameOf(secrets: Record<string, string>): string | undefined;
}

/** What a type of channel knows; everything else about sending is one mechanism for all. */
export interface ChannelType {
  name: ChannelTypeName;
  /** What the owner sets; the names of `secrets` are stored sealed and never shown again. */
  settings: z.ZodType<Record<string, unknown>>;
  secrets: readonly string[];
  /** Those of the made secrets that the server keeps for itself: neither set by an owner nor ever shown. */
  hiddenSecrets?: readonly string[];
  /** Secrets that are made when the owner gives none, and shown once unless they are hidden. */
  newSecrets(): Record<string, string>;
  /** The last part of the address at which the channel is called; absent where it is not called by that. */
  inbound?: string;
  /** Absent where whoever calls is set up by hand. */
  connector?: Connector;
  /** What of this message the channel would refuse or cut; asked when the message is accepted. */
  faults(content: ResolvedContent): LimitFault[];
  /** True where `deliver` opens no socket: messages of the sandbox are then delivered like all others. */
  inside?: boolean;
  /**
   * Hands one message over. It awaits `begin` just before the first byte may leave for the outside world, and tells
   * certain failures from unknown outcomes.
   */
  deliver(delivery: Delivery, begin: () => Promise<void>, means: DeliveryMeans): Promise<TaskOutcome>;
}
