import { createHmac } from 'node:crypto';
import { sameSecret } from '../../platform/secrets.ts';
import { type Freshness, type LaunchVerdict, readLaunch, readTime, refused, sorted } from './launch.ts';

/**
 * What the launch parameters of a VK Mini App are checked with:
 * https://dev.vk.com/ru/mini-apps/development/launch-params-sign
 */
export interface VkApp {
  secret: string;
  /** Digits; null if any app with this secret is accepted. */
  appId: string | null;
}

/** Checks whether VK has recently made these launch parameters for this app. Only names that begin with `vk_` are signed. */
export function verifyVk(launch: string, { secret, appId }: VkApp, freshness: Freshness): LaunchVerdict {
  const parameters = readLaunch(launch);
  if (typeof parameters === 'string') return refused(parameters);
  // The documentation and its own examples disagree about the format of this list.
  if (parameters.has('sign_keys')) return refused('sign_keys_unsupported');
  const sign = parameters.get('sign') ?? '';
  if (!/^[\w-]{43}$/.test(sign)) return refused('signature_missing');
  const signed = sorted(parameters)
    .filter(([name]) => name.startsWith('vk_'))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const right = createHmac('sha256', secret).update(signed).digest('base64url');
  if (!sameSecret(sign, right)) return refused('signature_wrong');
  if (appId !== null && parameters.get('vk_app_id') !== appId) return refused('other_app');
  const issuedAt = readTime(parameters.get('vk_ts'), freshness);
  if (typeof issuedAt === 'string') return refused(issuedAt);
  const id = parameters.get('vk_user_id') ?? '';
  if (!/^[1-9]\d{0,18}$/.test(id)) return refused('user_missing');
  const language = parameters.get('vk_language') || null;
  return { valid: true, user: { id, name: null, username: null, language }, issuedAt };
}
