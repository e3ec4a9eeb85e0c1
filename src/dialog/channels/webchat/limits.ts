import type { IncomingHttpHeaders } from 'node:http';
import { showId } from '../../../platform/ids.ts';
import { networkOf, subscriberOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { limitTogether } from '../../gate/per-minute.ts';
import { faultOfProof, makeChallenge } from './proof.ts';
import type { ChatChannel, Visitor } from './visitors.ts';

/** How often something may happen in a minute: for a visitor, for an address, for its network, and for all of a chat. */
interface Limit {
  /** Names the counters. */
  name: string;
  ofVisitor: number | undefined;
  /** Several visitors may share an address, and one person can be several visitors. */
  ofAddress: number;
  /** Somebody who has many addresses has them side by side. */
  ofNetwork: number;
  ofChat: (chat: ChatChannel) => number;
  /** A chat that asks for proofs of work takes only so many without one. */
  takesProofs: boolean;
  code: 'too_many_sessions' | 'too_many_messages' | 'too_many_uploads';
}

export const limits = {
  /** New visits. Those that go on with an earlier one are not counted. */
  sessions: {
    name: 'session',
    ofVisitor: undefined,
    ofAddress: 30,
    ofNetwork: 120,
    ofChat: ({ mostSessions }) => mostSessions,
    takesProofs: true,
    code: 'too_many_sessions',
  },
  /** Messages, presses of buttons and calls for a person. */
  messages: {
    name: 'message',
    ofVisitor: 20,
    ofAddress: 300,
    ofNetwork: 1200,
    ofChat: ({ mostMessages }) => mostMessages,
    takesProofs: true,
    code: 'too_many_messages',
  },
  /** Files: one for each five messages that a chat takes, and at least as many as an address may send. */
  uploads: {
    name: 'upload',
    ofVisitor: 20,
    ofAddress: 60,
    ofNetwork: 240,
    ofChat: ({ mostMessages }) => Math.max(60, Math.ceil(mostMessages / 5)),
    takesProofs: false,
    code: 'too_many_uploads',
  },
} satisfies Record<string, Limit>;

/** Where a browser sends a proof of work. */
const proofHeader = 'parley-proof';

interface Counted {
  chat: ChatChannel;
  visitor?: Visitor;
  /** Of the request. */
  ip: string;
  headers: IncomingHttpHeaders;
}

/**
 * Counts something that a visitor does. The narrowest limit comes first, so that who is beyond it uses up nothing of the others.
 * @throws Problem 429 with the code of the limit, or with `proof_required` and a challenge
 */
export async function limitChat(
  parts: { limiter: RateLimiter; vault: Vault },
  { name, ofVisitor, ofAddress, ofNetwork, ofChat, takesProofs, code }: Limit,
  { chat, visitor, ip, headers }: Counted,
): Promise<void> {
  const [address, network] = [subscriberOf(ip), networkOf(ip)];
  const channel = showId('channel', chat.id);
  const sent = headers[proofHeader];
  const isAsked = takesProofs && chat.proofAbove !== undefined;
  const fault = isAsked
    ? await faultOfProof(parts, channel, sent === undefined ? sent : `${sent}`)
    : undefined;
  const counted: [string, number][] = [
    ...(visitor && ofVisitor !== undefined ? [[visitor.id, ofVisitor] as [string, number]] : []),
    [address, ofAddress],
    // Of IPv6 a customer has a whole network.
    ...(network !== address ? [[network, ofNetwork] as [string, number]] : []),
  ];
  const bucketOf = ([of, allowed]: [string, number]) => ({ bucket: `chat-${name}:${of}`, allowed });
  const unproven = {
    bucket: `chat-unproven-${name}:${chat.id}`,
    allowed: chat.proofAbove ?? 0,
    refusal: async (seconds: number) =>
      new Problem(
        429,
        'proof_required',
        `Many write to this chat at the moment, so a proof of work is needed, and ${fault}. Solve the challenge and send it again with the header Parley-Proof, or try again in ${seconds} s. Nothing was done.`,
        { retryAfterSeconds: seconds, fields: { challenge: await makeChallenge(parts.vault, channel) } },
      ),
  };
  await limitTogether(
    parts.limiter,
    [...counted.map(bucketOf), ...(fault === undefined ? [] : [unproven]), bucketOf([chat.id, ofChat(chat)])],
    code,
  );
}
