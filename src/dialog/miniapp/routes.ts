import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { literal, text } from '../http/fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { findChannel } from '../owner/channels.ts';
import { showProfiles } from '../profiles/show.ts';
import { readProjectSecrets } from '../project-settings/secrets.ts';
import { readProjectSettings } from '../project-settings/settings.ts';
import { telegramApp, vkApp } from './apps.ts';
import { type LaunchVerdict, launchFaults } from './launch.ts';
import { defaultMaxAgeSeconds, type MiniappSettings } from './settings.ts';
import { verifyTelegram } from './telegram.ts';
import { verifyVk } from './vk.ts';

export interface MiniappOptions {
  database: Database;
  vault: Vault;
}

const platforms = ['telegram', 'vk'] as const;
type Platform = (typeof platforms)[number];

const body = z.object({
  platform: literal(platforms),
  launch: text({ max: 16_384 }),
  channel_id: text().nullish(),
});

/** Tells an owner whether a mini app was launched by whom it says, and which customer that is. */
export function miniappRoutes(plain: FastifyInstance, options: MiniappOptions): void {
  const { database } = options;

  plain
    .withTypeProvider<ZodTypeProvider>()
    .post('/miniapp/check', { schema: { body } }, async (request, reply) => {
      const { platform, launch, channel_id: channelId } = request.body;
      const { projectId } = request;
      const { verdict, channelIds } = await judge(
        options,
        projectId,
        platform,
        launch,
        channelId ?? undefined,
      );
      if (!verdict.valid) {
        const { reason } = verdict;
        const nobody = { user: null, issued_at: null, identity: null, profile: null };
        return reply.send({ valid: false, reason, detail: launchFaults[reason], platform, ...nobody });
      }
      const { user, issuedAt } = verdict;
      const identity = await findIdentity(database, projectId, channelIds, user.id);
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
          profile_id: showId('profile', identity.profile_id),
          channel_id: showId('channel', identity.channel_id),
        },
      };
      // The profile as text, so that no digit in it passes through a double.
      const [profile] = identity ? await showProfiles(database, projectId, [identity.profile_id]) : [];
      return reply
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(found).slice(0, -1)},"profile":${profile ?? null}}`);
    });
}

/** @param channelId as shown; of the bot, or for VK, of the channel in which its users are customers. */
async function judge(
  { database, vault }: MiniappOptions,
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

/** The customer in the first of these channels that knows the user. */
async function findIdentity(
  database: Database,
  projectId: string,
  channelIds: string[],
  userId: string,
): Promise<{ id: string; profile_id: string; channel_id: string } | null> {
  const { rows } = await database.query<{ id: string; profile_id: string; channel_id: string }>(
    `SELECT i.id, i.profile_id, i.channel_id FROM dialog.identities AS i
     JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
     WHERE i.project_id = $1 AND i.channel_id = ANY ($2::uuid[]) AND i.external_id = $3
     ORDER BY array_position($2::uuid[], i.channel_id) LIMIT 1`,
    [projectId, channelIds, userId],
  );
  return rows[0] ?? null;
}
