import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { requireSeesWords } from '../rights/sight.ts';
import type { TrialReport } from './channel-type.ts';
import { inboundUrl, isConnectable, keepConnection } from './connect.ts';
import { changeChannel, entryOf, findChannel } from './records.ts';
import { openSecrets, sealSecrets, tryOpenSecrets } from './secrets.ts';
import { newHiddenSecrets } from './settings.ts';
import { channelPath, channelShape, trialShape } from './shapes.ts';
import { type ChannelParts, connectFor, shownTo } from './shown-to-owner.ts';
import { channelTypeByName } from './types.ts';

/*
 * What an owner does with a channel that is there: connects it again, disconnects it, tries it, replaces its secret.
 */

export const connectChannel = endpoint(
  {
    operationId: 'connectChannel',
    tags: ['Channels'],
    summary: 'Connect a channel again',
    description: 'Tells the other side where to deliver what customers say.',
    params: channelPath,
    answers: { 200: channelShape.describe('The channel; `connection` says how it went.') },
    errors: ['channel_not_found'],
  },
  async (request, _reply, parts: ChannelParts) => {
    const { database } = parts;
    const row = await findChannel(database, request.projectId, request.params.channel_id);
    return shownTo(parts, request, await connectFor(parts, request, row));
  },
);

// The request itself calls out, and not a task, because the owner waits for the result.
export const disconnectChannel = endpoint(
  {
    operationId: 'disconnectChannel',
    tags: ['Channels'],
    summary: 'Disconnect a channel',
    description:
      'Tells the other side to deliver nothing more here, until somebody connects the channel again. It can still send. Types that are not ' +
      'connected by this server stay as they are.',
    params: channelPath,
    answers: { 200: channelShape.describe('The channel; `connection` says how it went.') },
    errors: ['channel_not_found'],
  },
  async (request, _reply, parts: ChannelParts) => {
    const { database, vault, http } = parts;
    const row = await findChannel(database, request.projectId, request.params.channel_id);
    const { connector } = channelTypeByName[row.type];
    if (!isConnectable(row) || !connector) return shownTo(parts, request, row);
    const account = { settings: row.settings, secrets: openSecrets(vault, row.id, row.secrets) };
    const outcome = await connector.disconnect(account, http);
    const by = { actor: ownerActor(request), requestId: request.id };
    if (outcome.state === 'succeeded') {
      const detail = 'It was disconnected by hand. Connect it to receive what customers write.';
      return shownTo(
        parts,
        request,
        await keepConnection(database, row, { status: 'not_connected', detail, by_hand: true }, by),
      );
    }
    const detail = `It could not be disconnected: ${outcome.error.message} Try again.`;
    return shownTo(parts, request, await keepConnection(database, row, { status: 'failed', detail }, by));
  },
);

export const testChannel = endpoint(
  {
    operationId: 'testChannel',
    tags: ['Channels'],
    summary: 'Try a channel',
    description:
      'Asks Telegram who the bot is and where its updates go; sends your own endpoint a signed message of the type `test`, which nobody ' +
      'wrote, and shows the answer. Nothing is called for a channel of the sandbox, or a web chat.',
    params: channelPath,
    answers: { 200: trialShape.describe('What was found.') },
    errors: ['channel_not_found'],
  },
  async (request, _reply, { database, vault, http, publicUrl }: ChannelParts): Promise<TrialReport> => {
    const row = await findChannel(database, request.projectId, request.params.channel_id);
    const { test } = channelTypeByName[row.type];
    if (!test)
      return {
        ok: true,
        code: 'nobody_to_ask',
        detail: 'Visitors come to this server, so there is nobody to ask.',
        action: null,
      };
    if (row.environment === 'sandbox') {
      const action = 'Make a live channel to reach the other side.';
      return { ok: false, code: 'sandbox', detail: 'Nothing leaves a sandbox, so nobody was asked.', action };
    }
    const secrets = tryOpenSecrets(vault, row.id, row.secrets);
    if (!secrets) {
      const detail = 'Its secrets cannot be opened, so nobody was asked.';
      return {
        ok: false,
        code: 'secrets_lost',
        detail,
        action: 'Enter them again in the settings of the channel.',
      };
    }
    const { settings } = row;
    const path = inboundUrl(row, '') ?? '';
    return test({ channelId: request.params.channel_id, settings, secrets, path, publicUrl }, http);
  },
);

export const rotateChannelSecret = endpoint(
  {
    operationId: 'rotateChannelSecret',
    tags: ['Channels'],
    summary: 'Give a channel a new signing secret',
    description:
      'For a day messages are also signed with the former secret, and calls that are signed with it are taken.',
    params: channelPath,
    answers: { 200: channelShape.describe('The channel, with the new secret, which is shown this once.') },
    errors: ['channel_not_found', 'channel_without_secret'],
  },
  async (request, _reply, parts: ChannelParts) => {
    const { database, vault } = parts;
    const { row, made } = await database.transaction(async (tx) => {
      const found = await findChannel(tx, request.projectId, request.params.channel_id, { lock: true });
      const type = channelTypeByName[found.type];
      if (!type.renewSecrets) throw withoutSecret();
      // Whoever has the secret of a web chat reads it in anybody's name.
      if (type.inside) {
        const doing = 'To replace the secret of a live web chat';
        requireSeesWords(request.roles, found.environment, { doing, gate: 'build' });
      }
      const stored = tryOpenSecrets(vault, found.id, found.secrets) ?? newHiddenSecrets(type);
      const secrets = type.renewSecrets(stored, new Date());
      const { name, settings } = found;
      const changed = await changeChannel(tx, found, {
        name,
        settings,
        secrets: sealSecrets(vault, found.id, secrets),
      });
      await writeAudit(tx, entryOf(changed, 'channel.secret_rotated', ownerActor(request), request.id, {}));
      const shown = Object.entries(secrets).filter(
        ([key, value]) => value !== stored[key] && !type.hiddenSecrets?.includes(key),
      );
      return { row: changed, made: Object.fromEntries(shown) };
    });
    return shownTo(parts, request, row, { made });
  },
);

const withoutSecret = () =>
  new Problem(
    409,
    'channel_without_secret',
    'A channel of this type has no signing secret. Enter another token in its settings to replace that.',
  );
