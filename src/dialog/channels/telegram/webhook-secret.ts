/** The name of the secret that Telegram sends with every update. Only Telegram and this server know the secret. */
export const webhookSecret = 'webhook_secret';
