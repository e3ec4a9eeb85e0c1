import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { JsonText, jsonText } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Vault } from '../../platform/secrets.ts';
import { findChannel } from '../channels/records.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { namedBody } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { showProfiles } from '../profiles/show.ts';
import { defaultMaxAgeSeconds, type MiniappSettings } from '../project-settings/miniapp.ts';
import { readProjectSecrets } from '../project-settings/secrets.ts';
import { readProjectSettings } from '../project-settings/settings.ts';
import { launchFor } from '../rights/sight.ts';
import { telegramApp, vkApp } from './apps.ts';
import { findCustomer } from './customer.ts';
import { type LaunchVerdict, launchFaults } from './launch.ts';
import { launchCheckShape } from './shape.ts';
import { verifyTelegram } from './telegram.ts';
import { verifyVk } from './vk.ts';

interface MiniappParts {
  database: Database;
  vault: Vault;
}

const platforms = ['telegram', 'vk'] as const;
type Platform = (typeof platforms)[number];

const body = namedBody(
  'LaunchToCheck',
  z.object({
    platform: literal(platforms),
    launch: text({ max: 16_384 }),
    channel_id: text().nullish(),
  }),
  {
    platform: 'telegram',
    launch: 'user=%7B%22id%22%3A42%7D&auth_date=1763635903&hash=c0ffee',
  },
);

export const checkMiniappLaunch = endpoint(
  {
    operationId: 'checkMiniappLaunch',
    tags: ['Channels'],
    summary: 'Check launch parameters of a mini app',
    description: 'Who opened a mini app of Telegram or VK, and which customer that is.',
    params: projectPath,
    body,
    answers: { 200: launchCheckShape.describe('What the parameters prove.') },
    errors: ['channel_not_found', 'miniapp_not_configured'],
  },
  async (request, reply, parts: MiniappParts) => {
    const { platform, launch, channel_id: channelId } = request.body;
    const { projectId } = request;
    const { verdict, channelIds } = await judge(parts, projectId, platform, launch, channelId ?? undefined);
    if (!verdict.valid) {
      const { reason } = verdict;
      const nobody = { user: null, issued_at: null, identity: null, profile: null };
      return reply.send({ valid: false, reason, detail: launchFaults[reason], platform, ...nobody });
    }
    const { user, issuedAt } = verdict;
    // The first of these channels that knows the user counts.
    const wanted = { projectId, channelIds, userId: user.id };
    const identity = (await findCustomer.first(parts.database, wanted)) ?? null;
    const found = {
      valid: true,
      reason: null,
      detail: identity
        ? 'The user is a customer.'
        : 'The user is no customer yet, as far as channels are known.',
      platform,
      user,
      issued_at: issuedAt.toISOString(),
      identity: identity && {
        id: showId('identity', identity.id),
        profile_id: showId('profile', identity.profileId),
        channel_id: showId('channel', identity.channelId),
      },
    };
    // The profile as text, so that its numbers keep their digits.
    const [profile] = identity ? await showProfiles(parts.database, projectId, [identity.profileId]) : [];
    const check = { ...found, profile: new JsonText(profile ?? 'null') };
    return reply
      .type('application/json; charset=utf-8')
      .send(jsonText(identity ? launchFor(request.roles, identity.environment, check) : check));
  },
);

/** @param channelId public id of the bot's channel, or for VK, of the channel in which its users are customers */
async function judge(
  { database, vault }: MiniappParts,
  projectId: string,
  platform: Platform,
  launch: string,
  channelId: string | undefined,
): Promise<{ verdict: LaunchVerdict; channelIds: string[] }> {
  const channel = channelId === undefined ? undefined : await findChannel(database, projectId, channelId);
  if (platform === 'telegram' && channel && channel.type !== 'telegram') {
    const message = `this is a ${channel.type} channel, which has no bot`;
    throw new ValidationProblem([valueError(['body', 'channel_id'], message, channelId)]);
  }
  const [{ miniapp: settings }, secrets = {}] = await Promise.all([
    readProjectSettings(database, projectId),
    readProjectSecrets(database, vault, projectId),
  ]);
  if (platform === 'telegram') {
    const app = await telegramApp({ database, vault }, projectId, channel?.id, { settings, secrets });
    const freshness = freshnessOf(settings.telegram_max_age_seconds);
    return { verdict: verifyTelegram(launch, app.proof, freshness), channelIds: app.channelIds };
  }
  const app = vkApp(channel?.id, { settings, secrets });
  const freshness = freshnessOf(settings.vk_max_age_seconds);
  return { verdict: verifyVk(launch, app.proof, freshness), channelIds: app.channelIds };
}

function freshnessOf(maxAgeSeconds: MiniappSettings['vk_max_age_seconds']) {
  return { now: new Date(), maxAgeSeconds: maxAgeSeconds ?? defaultMaxAgeSeconds };
}
