import type { z } from 'zod';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import type { ChannelTypeName, ResolvedContent } from '../content/content.ts';
import type { LimitFault } from '../content/limit-fault.ts';
import type { Said } from '../dialogs/hear.ts';
import type { Attached } from '../files/attached.ts';
import type { FileSource } from '../files/fetch-task.ts';
import type { SecretAddress } from '../http/secret-address.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Opening } from './open-file.ts';

/** A message to be delivered to a customer. */
export interface Delivery {
  /** As it is stored; the other ids are public ones. */
  projectId: string;
  messageId: string;
  identityId: string;
  /** The customer's id in the channel. */
  externalId: string;
  content: ResolvedContent;
  /** The attachments of the content, found. */
  attached: Attached[];
  /** Who says it: the owner's side by itself, or a person of theirs. */
  author: 'scenario' | 'operator';
  /** The name by which customers see that person, if they have set one. */
  speaker?: string | undefined;
  /** Their picture, `file_…`, if they have set one. */
  picture?: string | undefined;
  createdAt: Date;
  /** Settings that may be shown; `secrets` may not. */
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** The `progress` of the last attempt, for a message of several parts; otherwise null or undefined. */
  progress: unknown;
}

/** What a channel received from outside, in one form for all types of channel. */
export type Heard = HeardMessage | HeardMembership;

/** A customer said something or pressed a button. */
export interface HeardMessage extends Said {
  kind: 'message';
  /** Empty for a pressed button, whose text is used instead. */
  text: string;
  button: PressedButton | null;
  /** Set for a button press that the channel must answer. */
  callbackId: string | null;
}

/** A customer has blocked messages, or allows them again. */
export interface HeardMembership {
  kind: 'membership';
  key: string;
  externalId: string;
  name: string | null;
  isReachable: boolean;
}

/**
 * A pressed button, as the customer's client names it. A client could name any button, so it is searched for among the
 * messages to this customer. `index` counts from 0 in the buttons that the channel was given, and may be too large.
 */
export interface PressedButton {
  /** `msg_…` */
  messageId: string;
  index: number;
}

/** A press that the dialog has handled, and what the customer is shown of it. */
export interface PressToAnswer
  extends Pick<Delivery, 'projectId' | 'messageId' | 'identityId' | 'externalId'> {
  /** What the message said; undefined if it was deleted meanwhile. */
  content: ResolvedContent | undefined;
  /** What the channel gave with the press, as `Said.press.answer`. */
  answer: unknown;
  /** A short sentence for the customer; null for none. */
  notice: string | null;
  /** Whether the buttons of the message, except its links, are to be taken away. */
  spent: boolean;
  /** The index of the button that was taken for an answer; undefined if the press was none. */
  chosen: number | undefined;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** The `progress` of the last attempt. */
  progress: unknown;
}

/** What a delivery may use. */
export interface DeliveryMeans {
  http: OutboundHttp;
  database: Database;
}

/** Whether the outside world delivers what customers say, with a sentence for the owner. Never contains a secret. */
export interface Connection {
  status: 'connected' | 'failed' | 'not_connected';
  detail: string;
}

/** The account of a channel at the other side. */
export interface Account {
  /** Settings that may be shown; `secrets` may not. */
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** What a trial can find; stable. */
export const trialCodes = [
  'ok',
  'nobody_to_ask',
  'sandbox',
  'secrets_lost',
  'token_refused',
  'not_reached',
  'no_public_address',
  'updates_to_nobody',
  'updates_elsewhere',
  'updates_refused',
  'updates_waiting',
  'redirected',
  'signature_refused',
  'wrong_path',
  'not_taken',
] as const;
export type TrialCode = (typeof trialCodes)[number];

/** What trying a channel found, for an owner who waits. Never contains a secret. */
export interface TrialReport {
  ok: boolean;
  code: TrialCode;
  detail: string;
  /** What to do, in one sentence; null if nothing is to be done. */
  action: string | null;
  /** Who the channel is at the other side, if it said so. */
  account?: TriedAccount;
  /** The request that was sent, and the answer to it. */
  delivery?: TriedDelivery;
}

/** The account of a channel, as customers see it. */
export interface TriedAccount {
  name: string;
  username: string;
  /** Where customers find it. */
  url: string;
  /** A `data:` address; null if it has none. */
  picture: string | null;
}

/** A request that was sent as a trial. */
export interface TriedDelivery {
  /** The body. */
  sent: string;
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** The beginning of the answer's body; null if there was none. */
  answer: string | null;
  /** From the request to the answer, or to giving up. */
  ms: number;
}

/** A channel that is tried. */
export interface Trial extends Account {
  /** The public id of the channel. */
  channelId: string;
  /** The path at which this server is called for the channel. */
  path: string;
  /** The public address of this server; undefined if it is not configured. */
  publicUrl: string | undefined;
}

/** Tells the other side where to deliver what customers say. Both calls may be repeated. */
export interface Connector {
  /** @param address of this server, with `inbound` at the end. Takes at most half a minute, whatever the other side does. */
  connect(account: Account, address: string, http: OutboundHttp): Promise<Connection>;
  disconnect(account: Account, http: OutboundHttp): Promise<TaskOutcome>;
  /** The name of the account at the other side, as far as these secrets tell it. */
  nameOf(secrets: Record<string, string>): string | undefined;
}

/** How a channel gives the files that customers send. */
export interface FileGiver {
  /** The largest file that it gives. */
  mostBytes: number;
  /** Asks for a file; it may be asked again. Reasons never contain a secret. @param source as it was when the message was heard */
  open(account: Account, source: FileSource, http: OutboundHttp): Promise<Opening>;
}

/** Somebody to whom something is being written. A message that is delivered has an id by then. */
export type Writing = Pick<
  Delivery,
  'projectId' | 'identityId' | 'externalId' | 'author' | 'settings' | 'secrets'
> & {
  /** Absent while a person types. */
  messageId?: string;
  /** The name by which customers see the person who types. */
  name?: string | undefined;
  /** Their picture, `file_…`. */
  picture?: string | undefined;
};

/** How a channel shows that a message is being written. */
export interface Typing {
  /** The longest time in milliseconds for which one call shows it. */
  longestMs: number;
  /** Shows it for these milliseconds. It may be lost or shown again, and whatever happens to it, the message is sent. */
  show(writing: Writing, ms: number, means: DeliveryMeans): Promise<void>;
}

/** A message that was sent. */
export type SentMessage = Pick<
  Delivery,
  'projectId' | 'messageId' | 'identityId' | 'externalId' | 'content' | 'settings' | 'secrets'
> & {
  sentAt: Date;
  /** What its delivery resulted in. */
  result: unknown;
};

/** How a channel changes messages that were sent. */
export interface Revising {
  /** Why it cannot change or delete a message now, as a sentence; undefined if it can. */
  hindrance(
    message: Pick<SentMessage, 'content' | 'sentAt' | 'result'>,
    isDeletion: boolean,
  ): string | undefined;
  /**
   * Gives a message a new text, or deletes it. Like `deliver` it awaits `begin` before the first byte, and distinguishes certain failures
   * from unknown outcomes.
   * @param text null to delete it
   * @param at when it is changed, RFC 3339
   */
  revise(
    message: SentMessage,
    text: string | null,
    at: string,
    begin: () => Promise<void>,
    means: DeliveryMeans,
  ): Promise<TaskOutcome>;
}

/** What is specific to a type of channel. Everything else about sending is one mechanism for all types. */
export interface ChannelType {
  name: ChannelTypeName;
  /** The settings by the owner. Those named in `secrets` are stored sealed and never shown again. */
  settings: z.ZodObject;
  secrets: readonly string[];
  /** The setting with the address to which secrets are sent; absent if they only sign and never leave the server. */
  sentTo?: SecretAddress;
  /** Generated secrets that only the server uses: an owner neither sets nor sees them. */
  hiddenSecrets?: readonly string[];
  /** Secrets that are made here when an owner asks for one: nobody enters them, and a channel without one shows nothing of it. */
  madeSecrets?: readonly string[];
  /** Tries it, without a customer. Takes at most half a minute. Absent if there is nobody to ask. */
  test?(trial: Trial, http: OutboundHttp): Promise<TrialReport>;
  /** Replaces the secret that was made here; the former one stays valid for a day. Absent if there is none. */
  renewSecrets?(secrets: Record<string, string>, now: Date): Record<string, string>;
  /** Generates the secrets that the owner did not give. They are shown once unless they are hidden. */
  newSecrets(): Record<string, string>;
  /** The last part of the address at which the channel is called; absent if it is not called there. */
  inbound?: string;
  /** Absent if the caller must be configured by hand. */
  connector?: Connector;
  /** Absent if customers send no files through it, or these need not be fetched. */
  files?: FileGiver;
  /** Absent if the channel cannot show that a message is being written. */
  typing?: Typing;
  /** Absent if the channel cannot change what it has sent. */
  revising?: Revising;
  /** Shows a customer, in all their accounts of this type, that a person has read what they said. Absent if the channel cannot. */
  showSeen?(database: Queryable, customer: { projectId: string; profileId: string }): Promise<void>;
  /** Shows what a press did. It may be repeated. Absent if the channel can say it only by a message. */
  answerPress?(press: PressToAnswer, means: DeliveryMeans): Promise<TaskOutcome>;
  /** What the channel would refuse or cut in this message. Checked when the message is accepted. */
  faults(content: ResolvedContent): LimitFault[];
  /** True if `deliver` opens no socket; messages of the sandbox are then delivered like all others. */
  inside?: boolean;
  /**
   * Delivers one message. It awaits `begin` just before the first byte may be sent to the outside world, and distinguishes
   * certain failures from unknown outcomes.
   */
  deliver(delivery: Delivery, begin: () => Promise<void>, means: DeliveryMeans): Promise<TaskOutcome>;
}
