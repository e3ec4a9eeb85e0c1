import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import {
  type Freshness,
  type LaunchFault,
  type LaunchUser,
  type LaunchVerdict,
  readLaunch,
  readTime,
  refused,
  sorted,
} from './launch.ts';

/**
 * Checks `initData`, the launch parameters of a Telegram Mini App:
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */

/** Proof by the bot's token, a secret between the bot and Telegram; or without it, by Telegram's public key. */
export type TelegramProof = { token: string } | { botId: string; testEnvironment: boolean };

/** https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
const publicKeys = {
  production: publicKey('e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d'),
  test: publicKey('40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec'),
};

const user = z.object({
  id: z.int().positive(),
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
  username: z.string().nullable().catch(null),
  language_code: z.string().nullable().catch(null),
});

/** Checks whether Telegram has recently made these launch parameters for this bot. */
export function verifyTelegram(launch: string, proof: TelegramProof, freshness: Freshness): LaunchVerdict {
  const parameters = readLaunch(launch);
  if (typeof parameters === 'string') return refused(parameters);
  const fault = 'token' in proof ? hashFault(parameters, proof.token) : signatureFault(parameters, proof);
  if (fault) return refused(fault);
  const issuedAt = readTime(parameters.get('auth_date'), freshness);
  if (typeof issuedAt === 'string') return refused(issuedAt);
  const found = readUser(parameters.get('user'));
  return found ? { valid: true, user: found, issuedAt } : refused('user_missing');
}

function hashFault(parameters: Map<string, string>, token: string): LaunchFault | undefined {
  const hash = parameters.get('hash') ?? '';
  if (!/^[0-9a-f]{64}$/.test(hash)) return 'signature_missing';
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  // The hash also covers `signature`.
  const right = createHmac('sha256', key).update(lines(parameters, 'hash')).digest();
  return timingSafeEqual(right, Buffer.from(hash, 'hex')) ? undefined : 'signature_wrong';
}

function signatureFault(
  parameters: Map<string, string>,
  { botId, testEnvironment }: Exclude<TelegramProof, { token: string }>,
): LaunchFault | undefined {
  const signature = parameters.get('signature') ?? '';
  if (!/^[\w-]{86}={0,2}$/.test(signature)) return 'signature_missing';
  const message = Buffer.from(`${botId}:WebAppData\n${lines(parameters, 'hash', 'signature')}`);
  const key = publicKeys[testEnvironment ? 'test' : 'production'];
  return verify(null, message, key, Buffer.from(signature, 'base64url')) ? undefined : 'signature_wrong';
}

function lines(parameters: Map<string, string>, ...without: string[]): string {
  return sorted(parameters)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

function readUser(text: string | undefined): LaunchUser | undefined {
  const found = user.safeParse(parsed(text));
  if (!found.success) return undefined;
  const { id, first_name, last_name, username, language_code } = found.data;
  const name = `${first_name} ${last_name}`.trim();
  return { id: String(id), name: name === '' ? null : name, username, language: language_code };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** @param hex the 32 bytes of an Ed25519 key */
function publicKey(hex: string): KeyObject {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
