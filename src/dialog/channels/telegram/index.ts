import { z } from 'zod';
import { createAddressGuard } from '../../../platform/address-guard.ts';
import { newSecret } from '../../../platform/secrets.ts';
import { text } from '../../http/fields.ts';
import { readWebAddress } from '../../http/web-address.ts';
import type { ChannelType } from '../channel-type.ts';
import { publicBotApi } from './bot-api.ts';
import { connector } from './connector.ts';
import { deliver } from './deliver.ts';
import { files } from './files.ts';
import { faultsOf } from './limits.ts';
import { answerPress } from './press.ts';
import { revising } from './revise.ts';
import { tryBot } from './trial.ts';
import { typing } from './typing.ts';
import { webhookSecret } from './webhook-secret.ts';

/** A token from BotFather: `<bot id>:<secret>`. It becomes a part of an address, so other characters are refused. */
const token = text({ min: 1, max: 200 }).superRefine((value, ctx) => {
  if (/^[0-9]+:[A-Za-z0-9_-]+$/.test(value)) return;
  ctx.addIssue({
    code: 'custom',
    message: 'token must be that of a bot, as @BotFather gives it: digits, a colon, letters and digits',
    input: value,
  });
});

const baseUrl = text({ max: 2000 }).superRefine((value, ctx) => {
  if (isBaseUrl(value)) return;
  ctx.addIssue({
    code: 'custom',
    message:
      'base_url must be an https:// address without user name, password, query and fragment; http:// is for a Bot API ' +
      'server in your own network',
    input: value,
  });
});

/** Recognizes private addresses, and allows none. */
const guard = createAddressGuard([]);

/** Every request has the token in its path, so http is allowed only inside the owner's own network. */
function isBaseUrl(value: string): boolean {
  const url = readWebAddress(value);
  if (!url || /[\s?#]/.test(value)) return false;
  const { protocol, hostname, username, password } = url;
  if (username !== '' || password !== '') return false;
  const isPrivateName = !hostname.includes('.') && !hostname.startsWith('[');
  return protocol === 'https:' || isPrivateName || !guard.checkHost(hostname).ok;
}

/** A Telegram bot. */
export const telegram: ChannelType = {
  name: 'telegram',
  settings: z.object({ token, base_url: baseUrl.optional() }),
  secrets: ['token'],
  // The token is in the path of every request.
  sentTo: { setting: 'base_url', usual: publicBotApi },
  hiddenSecrets: [webhookSecret],
  // 256 bits, in characters that setWebhook permits.
  newSecrets: () => ({ [webhookSecret]: newSecret('') }),
  inbound: 'telegram',
  test: tryBot,
  connector,
  files,
  faults: faultsOf,
  typing,
  revising,
  answerPress,
  deliver,
};
