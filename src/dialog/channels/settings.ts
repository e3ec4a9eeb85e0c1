import { askedAgain, isElsewhere } from '../http/secret-address.ts';
import { isMask, settingsFaults } from '../http/secret-fields.ts';
import { unknownFields, withUnknown } from '../http/unknown-fields.ts';
import { ValidationProblem } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import type { ChannelType } from './channel-type.ts';

/**
 * Checks the settings of a channel.
 * @param lenient whether settings that only delivery needs may be missing
 * @param again why a stored secret was not reused
 * @param sent those that the owner has sent; absent if all of them
 * @throws ValidationProblem that shows no secret
 */
export function checkSettings(
  type: ChannelType,
  settings: Record<string, unknown>,
  { lenient, again, sent = settings }: { lenient: boolean; again?: string; sent?: Record<string, unknown> },
): Record<string, unknown> {
  const unknown = unknownFields(type.settings, sent, { place: ['body', 'settings'] });
  const parsed = type.settings.safeParse(settings);
  if (parsed.success && unknown.length === 0) return parsed.data;
  const items = withUnknown(
    settingsFaults(parsed.error?.issues ?? [], settings, type.secrets, again),
    unknown,
  );
  const faults = lenient ? items.filter((item) => item.type !== 'missing') : items;
  if (faults.length > 0) throw new ValidationProblem(faults);
  return settings;
}

/** Separates settings that may be shown from secrets. */
export function divide(type: ChannelType, settings: Record<string, unknown>) {
  const secret: Record<string, string> = {};
  const open: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (type.hiddenSecrets?.includes(key)) continue;
    if (type.secrets.includes(key)) secret[key] = value as string;
    else open[key] = value;
  }
  return { secret, open };
}

/**
 * The settings of a channel after a change, which replaces settings one by one; null takes one away that may be absent. If it changes the
 * address, a secret that only signs stays, and a secret that is sent there is dropped, because whoever may change the address
 * could learn it.
 *
 * @param stored its secrets
 * @param sent what is to change, or all settings as they were read
 * @returns the settings, and the names of those that were sent
 * @throws ValidationProblem if the settings do not fit the type
 */
export function changeSettings(
  type: ChannelType,
  { settings, environment }: { settings: Record<string, unknown>; environment: Environment },
  stored: Record<string, string>,
  sent: Record<string, unknown>,
) {
  const { sentTo } = type;
  const changes = withoutShown(type, settings, sent);
  const moved = sentTo !== undefined && isElsewhere(sentTo, settings, { ...settings, ...changes });
  const all = { ...settings, ...(moved ? {} : stored), ...changes };
  const merged = Object.fromEntries(
    Object.entries(all).filter(([key, value]) => value !== null || !mayBeAbsent(type, key)),
  );
  const checked = checkSettings(type, merged, {
    lenient: environment === 'sandbox',
    ...(moved && { again: askedAgain(sentTo) }),
    sent: changes,
  });
  const { open, secret } = divide(type, checked);
  return { open, secret: { ...keptSecrets(type, stored), ...secret }, fields: Object.keys(changes) };
}

/** What was sent, without what is only shown: secrets that are made here, words in the place of others, and settings of former versions. */
const withoutShown = (
  { settings, secrets, madeSecrets = [] }: ChannelType,
  stored: Record<string, unknown>,
  sent: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).filter(([key, value]) =>
      key in settings.shape
        ? !secrets.includes(key) || !isMask(value)
        : !madeSecrets.includes(key) && !Object.hasOwn(stored, key),
    ),
  );

/** The secrets that no owner enters: they are no settings, and survive every change of these. */
const keptSecrets = (
  { hiddenSecrets = [], madeSecrets = [] }: ChannelType,
  stored: Record<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(stored).filter(([key]) => hiddenSecrets.includes(key) || madeSecrets.includes(key)),
  );

/** Whether a setting can be taken away. A secret cannot: another one replaces it. */
const mayBeAbsent = ({ settings, secrets }: ChannelType, key: string): boolean =>
  !secrets.includes(key) && settings.shape[key]?.safeParse(undefined).success === true;

/** New secrets of those that only the server uses, for a channel whose own are lost. */
export function newHiddenSecrets(type: ChannelType): Record<string, string> {
  return Object.fromEntries(
    Object.entries(type.newSecrets()).filter(([key]) => type.hiddenSecrets?.includes(key)),
  );
}
