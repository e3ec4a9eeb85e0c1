import type { Connector } from '../channel-type.ts';
import { connect, disconnect } from './connection.ts';
import { webhookSecret } from './webhook-secret.ts';

/** Sets and deletes the webhook of a bot: https://core.telegram.org/bots/api#setwebhook */
export const connector: Connector = {
  async connect({ settings, secrets }, address, http) {
    // Only a Bot API server of the owner's own may be called without TLS, and only such a server may call back without it.
    const isOwn = (settings.base_url as string | undefined)?.startsWith('http:') ?? false;
    if (!address.startsWith('https:') && !isOwn) {
      const detail =
        'Telegram calls https:// addresses only. Set PUBLIC_URL to that of this server, and connect.';
      return { status: 'not_connected', detail };
    }
    const bot = { settings, secrets, webhookUrl: address, secretToken: secrets[webhookSecret] ?? '' };
    const { ok, detail } = await connect(bot, http);
    return { status: ok ? 'connected' : 'failed', detail };
  },
  disconnect,
  /** A token begins with the bot's id, which a new token of the same bot keeps. */
  nameOf: ({ token }) => token?.split(':')[0],
};
