import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { telegramChannels } from '../channels/find.ts';
import { tryOpenSecrets } from '../channels/secrets.ts';
import type { MiniappSecrets, MiniappSettings } from '../project-settings/miniapp.ts';
import type { TelegramProof } from './telegram.ts';
import type { VkApp } from './vk.ts';

/** What launch parameters are checked with, and the channels in which the user may be a customer. */
export interface App<Proof> {
  proof: Proof;
  /** Internal ids, in the order in which they are searched. */
  channelIds: string[];
}

interface Configuration {
  settings: MiniappSettings;
  secrets: MiniappSecrets;
}

interface Bot {
  channelId: string;
  token: string;
  botId: string;
}

/**
 * The bot of a Telegram app: of the named channel; otherwise of the channel in the settings; otherwise the only bot of the
 * project's channels.
 * @param channel the internal id of a Telegram channel
 * @throws Problem 409 `miniapp_not_configured`
 */
export async function telegramApp(
  { database, vault }: { database: Database; vault: Vault },
  projectId: string,
  channel: string | undefined,
  { settings, secrets }: Configuration,
): Promise<App<TelegramProof>> {
  const bots = await botsOf(database, vault, projectId);
  const channelsOf = (botId: string) => bots.filter((bot) => bot.botId === botId).map((bot) => bot.channelId);
  if (channel !== undefined) {
    const bot = bots.find(({ channelId }) => channelId === channel);
    if (!bot) throw notConfigured('This channel has no token; set it, or name another channel.');
    return { proof: { token: bot.token }, channelIds: [channel] };
  }
  const { telegram_bot_token: token } = secrets;
  if (token !== undefined) return { proof: { token }, channelIds: channelsOf(botIdOf(token)) };
  const { telegram_bot_id: botId, telegram_test_environment: isTest } = settings;
  if (botId) return { proof: { botId, testEnvironment: isTest ?? false }, channelIds: channelsOf(botId) };
  const [first, ...others] = bots;
  if (!first) {
    throw notConfigured(
      'Make a Telegram channel, or set telegram_bot_token or telegram_bot_id in the settings of the project.',
    );
  }
  if (others.some((bot) => bot.botId !== first.botId)) {
    throw notConfigured('The project has several bots; name the channel in channel_id.');
  }
  return { proof: { token: first.token }, channelIds: channelsOf(first.botId) };
}

/**
 * The VK app in the settings.
 * @param channel the internal id of a channel that replaces the one in the settings
 * @throws Problem 409 `miniapp_not_configured`
 */
export function vkApp(channel: string | undefined, { settings, secrets }: Configuration): App<VkApp> {
  const { vk_app_secret: secret } = secrets;
  if (secret === undefined) throw notConfigured('Set vk_app_secret in the settings of the project.');
  const channelId = channel ?? readId('channel', settings.vk_channel_id ?? '');
  return {
    proof: { secret, appId: settings.vk_app_id ?? null },
    channelIds: channelId === undefined ? [] : [channelId],
  };
}

/** The bots of the project's Telegram channels, live ones first. */
async function botsOf(database: Database, vault: Vault, projectId: string): Promise<Bot[]> {
  const rows = await telegramChannels(database, projectId);
  return rows.flatMap(({ id, secrets }) => {
    const token = tryOpenSecrets(vault, id, secrets)?.token;
    return token === undefined ? [] : [{ channelId: id, token, botId: botIdOf(token) }];
  });
}

/** A token is the bot's id, a colon and a secret. */
const botIdOf = (token: string) => token.split(':')[0]!;

function notConfigured(detail: string): Problem {
  return new Problem(409, 'miniapp_not_configured', detail);
}
