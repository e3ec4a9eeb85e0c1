import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { laxBool, laxInt, text } from '../http/fields.ts';
import { isMask, masks, secret } from '../http/secret-fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';

/** The settings of mini apps that may be shown. Null or absent means the default. */
export interface MiniappSettings {
  /** A bot whose token is not stored here: its launch parameters are checked by Telegram's own signature. */
  telegram_bot_id?: string | null;
  /** Whether that bot is on Telegram's test servers. */
  telegram_test_environment?: boolean | null;
  telegram_max_age_seconds?: number | null;
  /** Launch parameters of other apps are refused. */
  vk_app_id?: string | null;
  /** The channel in which VK users are customers, `ch_…`. */
  vk_channel_id?: string | null;
  vk_max_age_seconds?: number | null;
}

export const defaultMaxAgeSeconds = 3600;

const digits = text({ max: 20, pattern: '^[1-9][0-9]*$' }).nullish();
/** At most a day, because the user may have lost the device since. */
const maxAge = laxInt({ ge: 60, le: 86_400 }).nullish();
const channelId = text({ max: 100 }).superRefine((value, ctx) => {
  if (readId('channel', value)) return;
  ctx.addIssue({ code: 'custom', message: 'is not the id of a channel, ch_…', input: value });
});

/** The fields in the body that changes settings. */
export const miniappFields = {
  telegram_bot_id: digits,
  telegram_test_environment: laxBool().nullish(),
  telegram_max_age_seconds: maxAge,
  vk_app_id: digits,
  vk_channel_id: channelId.nullish(),
  vk_max_age_seconds: maxAge,
} satisfies Record<keyof MiniappSettings, z.ZodType>;

/** The secret settings, each with its pattern and the error for any other text. */
const secretForms = {
  telegram_bot_token: [
    /^[0-9]{1,20}:[A-Za-z0-9_-]{1,200}$/,
    'is not the token of a bot, as @BotFather gives it: digits, a colon, letters and digits',
  ],
  vk_app_secret: [/^[!-~]{8,200}$/, 'is not the secure key of a VK app: 8 to 200 characters without spaces'],
} as const;

export type MiniappSecret = keyof typeof secretForms;
export type MiniappSecrets = Partial<Record<MiniappSecret, string>>;

const miniappSecrets = Object.keys(secretForms) as MiniappSecret[];

/** The fields of secrets in the body. `secretsIn` checks them, because a 422 of the schema would show the value. */
export const miniappSecretFields = Object.fromEntries(
  miniappSecrets.map((name) => [name, secret(z.unknown().optional())]),
) as Record<MiniappSecret, z.ZodOptional<z.ZodUnknown>>;

/**
 * The secrets that a body sets, or deletes by null.
 * @throws ValidationProblem that shows none of them
 */
export function secretsIn(
  body: Partial<Record<MiniappSecret, unknown>>,
): Partial<Record<MiniappSecret, string | null>> {
  const given = miniappSecrets.filter((name) => body[name] !== undefined && !isMask(body[name]));
  const wrong = given.filter((name) => {
    const value = body[name];
    return value !== null && !(typeof value === 'string' && secretForms[name][0].test(value));
  });
  if (wrong.length > 0) {
    throw new ValidationProblem(
      wrong.map((name) => {
        const { input: _, ...item } = valueError(['body', name], `${name} ${secretForms[name][1]}`, null);
        return item;
      }),
    );
  }
  return Object.fromEntries(given.map((name) => [name, body[name] as string | null]));
}

/** Settings as they are shown: with defaults, and a word in place of each secret. */
export function presentMiniapp(settings: MiniappSettings, secrets: MiniappSecrets) {
  const word = (name: MiniappSecret) => (secrets[name] === undefined ? masks.notSet : masks.set);
  return {
    telegram_bot_token: word('telegram_bot_token'),
    telegram_bot_id: settings.telegram_bot_id ?? null,
    telegram_test_environment: settings.telegram_test_environment ?? false,
    telegram_max_age_seconds: settings.telegram_max_age_seconds ?? defaultMaxAgeSeconds,
    vk_app_secret: word('vk_app_secret'),
    vk_app_id: settings.vk_app_id ?? null,
    vk_channel_id: settings.vk_channel_id ?? null,
    vk_max_age_seconds: settings.vk_max_age_seconds ?? defaultMaxAgeSeconds,
  };
}
