/** The secret that Telegram shows with every update; nobody but Telegram and this server needs to know it. */
export const webhookSecret = 'webhook_secret';
