import { z } from 'zod';
import type { Transaction } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { channelTypes } from '../content/content.ts';
import { ownerActor } from '../gate/session.ts';
import { dict, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { secret } from '../http/secret-fields.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { activityOf } from './activity.ts';
import { type ChannelRow, isConnectable } from './connect.ts';
import { disconnectionTask } from './disconnection.ts';
import { holdLogo } from './pictures.ts';
import {
  changeChannel,
  channelsOf,
  createChannel,
  entryOf,
  findChannel,
  markChannelDeleted,
} from './records.ts';
import { sealSecrets, tryOpenSecrets } from './secrets.ts';
import { changeSettings, newHiddenSecrets } from './settings.ts';
import { channelPath, channelShape } from './shapes.ts';
import { type ChannelParts, connectFor, shownTo } from './shown-to-owner.ts';
import { channelTypeByName } from './types.ts';

const name = text({ min: 1, max: 100 });

/*
 * The channels of a project. Secrets among their settings go in, and out only once when they were made here.
 */

export const listChannels = endpoint(
  {
    operationId: 'listChannels',
    tags: ['Channels'],
    summary: 'List the channels of a project',
    params: projectPath,
    answers: { 200: listOf(channelShape, 'Oldest first.') },
  },
  async (request, _reply, parts: ChannelParts) => {
    const { database } = parts;
    const rows = await channelsOf(database, request.projectId);
    const activities = await activityOf(database, request.projectId, rows);
    return { items: rows.map((row, n) => shownTo(parts, request, row, { activity: activities[n] })) };
  },
);

export const makeChannel = endpoint(
  {
    operationId: 'createChannel',
    tags: ['Channels'],
    summary: 'Make a channel',
    description:
      'A live channel of Telegram is connected before the answer; `connection` says how that went.',
    params: projectPath,
    body: namedBody(
      'NewChannel',
      z.object({
        type: literal(channelTypes),
        name,
        environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
        settings: secret(dict({ default: {} })),
      }),
      {
        type: 'webhook',
        name: 'Shop',
        environment: 'live',
        settings: { url: 'https://shop.example/parley' },
      },
    ),
    answers: {
      201: channelShape.describe('The new channel. A secret that was made here is shown this once.'),
    },
  },
  async (request, reply, parts: ChannelParts) => {
    const { database, vault } = parts;
    const { row, shown } = await database.transaction((tx) =>
      createChannel(
        tx,
        vault,
        { projectId: request.projectId, ...request.body },
        ownerActor(request),
        request.id,
      ),
    );
    const connected = await connectFor(parts, request, row);
    return reply.code(201).send(shownTo(parts, request, connected, { made: shown }));
  },
);

export const readChannel = endpoint(
  {
    operationId: 'readChannel',
    tags: ['Channels'],
    summary: 'Read a channel',
    params: channelPath,
    answers: { 200: channelShape.describe('The channel.') },
    errors: ['channel_not_found'],
  },
  async (request, _reply, parts: ChannelParts) => {
    const { projectId, params } = request;
    const row = await findChannel(parts.database, projectId, params.channel_id);
    const [activity] = await activityOf(parts.database, projectId, [row]);
    return shownTo(parts, request, row, { activity });
  },
);

export const updateChannel = endpoint(
  {
    operationId: 'updateChannel',
    tags: ['Channels'],
    summary: 'Change a channel',
    description:
      'Settings are replaced one by one; null takes one away. When the address changes, secrets that are sent there have to be entered again.',
    params: channelPath,
    body: namedBody('ChannelChange', z.object({ name: name.nullish(), settings: secret(dict().nullish()) }), {
      name: 'Shop in Riga',
    }),
    answers: { 200: channelShape.describe('The channel.') },
    errors: ['channel_not_found'],
  },
  async (request, _reply, parts: ChannelParts) => {
    const { database, vault, tickets } = parts;
    const { name: newName, settings } = request.body;
    const { changed, wake } = await database.transaction(async (tx) => {
      // Locked, so that two changes of different settings do not undo each other.
      const row = await findChannel(tx, request.projectId, request.params.channel_id, { lock: true });
      const type = channelTypeByName[row.type];
      const stored = tryOpenSecrets(vault, row.id, row.secrets);
      const { open, secret, fields } = changeSettings(
        type,
        row,
        stored ?? newHiddenSecrets(type),
        settings ?? {},
      );
      await holdLogo(tx, request.projectId, open, row.settings);
      const updated = await changeChannel(tx, row, {
        name: newName ?? row.name,
        settings: open,
        // Lost secrets stay as they are until others are entered: the right key may be found again.
        secrets:
          stored || type.secrets.some((key) => key in secret)
            ? sealSecrets(vault, row.id, secret)
            : row.secrets,
      });
      const data = { fields: [...(newName == null ? [] : ['name']), ...fields] };
      await writeAudit(tx, entryOf(updated, 'channel.updated', ownerActor(request), request.id, data));
      const isOther =
        stored && type.connector && type.connector.nameOf(stored) !== type.connector.nameOf(secret);
      return { changed: updated, wake: isOther ? await leave(tx, parts.queue, row, request.id) : [] };
    });
    tickets.send(wake);
    // One that was disconnected by hand stays so.
    const isLeft = changed.connection?.by_hand ?? false;
    return shownTo(parts, request, isLeft ? changed : await connectFor(parts, request, changed));
  },
);

export const deleteChannel = endpoint(
  {
    operationId: 'deleteChannel',
    tags: ['Channels'],
    summary: 'Delete a channel',
    description: 'Messages that are still queued for it are not sent.',
    params: channelPath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['channel_not_found'],
  },
  async (request, reply, parts: ChannelParts) => {
    const { database, tickets } = parts;
    const wake = await database.transaction(async (tx) => {
      // Locked, so that it is deleted once, and that the account is left that it has now.
      const row = await findChannel(tx, request.projectId, request.params.channel_id, { lock: true });
      await markChannelDeleted(tx, row);
      await writeAudit(
        tx,
        entryOf(row, 'channel.deleted', ownerActor(request), request.id, { name: row.name }),
      );
      return leave(tx, parts.queue, row, request.id);
    });
    tickets.send(wake);
    return reply.code(204).send();
  },
);

/** Queues the disconnection of a channel's account, if it was connected. */
async function leave(
  tx: Transaction,
  queue: TaskQueue,
  row: ChannelRow,
  requestId: string,
): Promise<LaneTicket[]> {
  if (!isConnectable(row) || row.connection?.status !== 'connected') return [];
  const { projectId, id, settings, secrets } = row;
  const left = { channel_id: id, type: row.type, settings, secrets };
  return queue.add(tx, [disconnectionTask(projectId, requestId, left)]);
}
