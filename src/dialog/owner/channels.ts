import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import type { ChannelType } from '../channels/channel-type.ts';
import {
  type ChannelRow,
  type ConnectParts,
  connectChannel,
  inboundUrl,
  isConnectable,
} from '../channels/connect.ts';
import { disconnectionTask } from '../channels/disconnection.ts';
import { openSecrets, sealSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import { dict, literal, text } from '../http/fields.ts';
import { toItems, ValidationProblem } from '../http/validation.ts';
import { type ChannelTypeName, channelTypes } from '../messages/content.ts';
import { channels, type Environment } from '../schema.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { ownerActor } from './session.ts';

const name = text({ min: 1, max: 100 });

/** The channels of a project. Secrets among their settings go in, and out only once when they were made here. */
export function channelRoutes(plain: FastifyInstance, options: ChannelOptions): void {
  const { database, vault, tickets, shard } = options;
  const app = plain.withTypeProvider<ZodTypeProvider>();
  // Without a public address, the one at which the owner has just reached the server.
  const baseFor = (request: FastifyRequest) => options.publicUrl ?? `${request.protocol}://${request.host}`;
  const shownTo = (request: FastifyRequest, row: ChannelRow, made?: Record<string, string>) =>
    present(row, vault, inboundUrl(row, baseFor(request)), made);
  const connect = (request: FastifyRequest, row: ChannelRow) =>
    connectChannel(options, row, {
      base: baseFor(request),
      actor: ownerActor(request),
      requestId: request.id,
    });

  app.get('/channels', async (request) => {
    const rows = await database.orm
      .select()
      .from(channels)
      .where(and(eq(channels.projectId, request.projectId), isNull(channels.deletedAt)))
      .orderBy(asc(channels.id));
    return { items: rows.map((row) => shownTo(request, row)) };
  });

  app.post(
    '/channels',
    {
      schema: {
        body: z.object({
          type: literal(channelTypes),
          name,
          environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
          settings: dict({ default: {} }),
        }),
      },
    },
    async (request, reply) => {
      const { row, shown } = await database.transaction((tx) =>
        createChannel(
          tx,
          vault,
          { projectId: request.projectId, ...request.body },
          ownerActor(request),
          request.id,
        ),
      );
      const connected = await connect(request, row);
      return reply.code(201).send(shownTo(request, connected, shown));
    },
  );

  app.get('/channels/:channel_id', async (request) =>
    shownTo(request, await findChannel(database, request.projectId, channelOf(request))),
  );

  app.patch(
    '/channels/:channel_id',
    { schema: { body: z.object({ name: name.nullish(), settings: dict().nullish() }) } },
    async (request) => {
      const { name: newName, settings: changes } = request.body;
      const { changed, wake } = await database.transaction(async (tx) => {
        // Locked, so that two changes of different settings do not undo each other.
        const row = await findChannel(tx, request.projectId, channelOf(request), { lock: true });
        const type = channelTypeByName[row.type as ChannelTypeName];
        const stored = openSecrets(vault, row.id, row.secrets);
        // Settings are replaced one by one, so that an address can change without its secret being sent again.
        const merged = { ...row.settings, ...stored, ...changes };
        const settings = checkSettings(type, merged, row.environment === 'sandbox');
        const { secret, open } = divide(type, settings);
        const [updated] = await tx.orm
          .update(channels)
          .set({
            name: newName ?? row.name,
            settings: open,
            secrets: sealSecrets(vault, row.id, { ...hiddenOf(type, stored), ...secret }),
            updatedAt: sql`now()`,
          })
          .where(and(eq(channels.projectId, row.projectId), eq(channels.id, row.id)))
          .returning();
        const fields = [...(newName == null ? [] : ['name']), ...Object.keys(changes ?? {})];
        await writeAudit(
          tx,
          entryOf(updated!, 'channel.updated', ownerActor(request), request.id, { fields }),
        );
        const isOther = type.connector && type.connector.nameOf(stored) !== type.connector.nameOf(secret);
        return { changed: updated!, wake: isOther ? await leave(tx, row, request.id) : [] };
      });
      tickets.send(wake);
      return shownTo(request, await connect(request, changed));
    },
  );

  app.delete('/channels/:channel_id', async (request, reply) => {
    const row = await findChannel(database, request.projectId, channelOf(request));
    const wake = await database.transaction(async (tx) => {
      await tx.orm
        .update(channels)
        .set({ deletedAt: sql`now()` })
        .where(and(eq(channels.projectId, row.projectId), eq(channels.id, row.id)));
      await writeAudit(
        tx,
        entryOf(row, 'channel.deleted', ownerActor(request), request.id, { name: row.name }),
      );
      return leave(tx, row, request.id);
    });
    tickets.send(wake);
    return reply.code(204).send();
  });

  app.post('/channels/:channel_id/connect', async (request) => {
    const row = await findChannel(database, request.projectId, channelOf(request));
    return shownTo(request, await connect(request, row));
  });

  /** Has the account of a channel disconnected, if it was connected. */
  async function leave(tx: Transaction, row: ChannelRow, requestId: string): Promise<LaneTicket[]> {
    if (!isConnectable(row) || row.connection?.status !== 'connected') return [];
    const { projectId, id, settings, secrets } = row;
    const left = { channel_id: id, type: row.type as ChannelTypeName, settings, secrets };
    return insertTasks(tx, shard, [disconnectionTask(projectId, requestId, left)]);
  }
}

export interface ChannelOptions extends ConnectParts {
  tickets: Tickets<LaneTicket>;
  shard: number;
  publicUrl: string | undefined;
}

export interface NewChannel {
  projectId: string;
  type: ChannelTypeName;
  name: string;
  environment: Environment;
  settings: Record<string, unknown>;
}

/**
 * @returns the channel, and the secrets that were made here because the owner gave none: to be shown this once.
 * @throws ValidationProblem when the settings are not those of the type.
 */
export async function createChannel(
  tx: Transaction,
  vault: Vault,
  wanted: NewChannel,
  actor: Actor,
  requestId: string | null,
): Promise<{ row: ChannelRow; shown: Record<string, string> }> {
  const type = channelTypeByName[wanted.type];
  // Nothing leaves a sandbox, so what only delivery needs may be missing there.
  const settings = checkSettings(type, wanted.settings, wanted.environment === 'sandbox');
  const { secret, open } = divide(type, settings);
  const made = Object.fromEntries(
    Object.entries(type.newSecrets()).filter(([key]) => secret[key] === undefined),
  );
  const id = newId();
  const [row] = await tx.orm
    .insert(channels)
    .values({
      projectId: wanted.projectId,
      id,
      type: type.name,
      name: wanted.name,
      environment: wanted.environment,
      settings: open,
      secrets: sealSecrets(vault, id, { ...secret, ...made }),
    })
    .returning();
  await writeAudit(
    tx,
    entryOf(row!, 'channel.created', actor, requestId, { type: type.name, name: wanted.name }),
  );
  const shown = Object.entries(made).filter(([key]) => !type.hiddenSecrets?.includes(key));
  return { row: row!, shown: Object.fromEntries(shown) };
}

/**
 * A channel of the project, by the id that it is shown with.
 * @throws Problem 404 `channel_not_found`, also for one that was deleted.
 */
export async function findChannel(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  publicId: string,
  { lock = false } = {},
): Promise<ChannelRow> {
  const id = readId('channel', publicId);
  if (!id) throw channelNotFound();
  const wanted = orm
    .select()
    .from(channels)
    .where(and(eq(channels.projectId, projectId), eq(channels.id, id), isNull(channels.deletedAt)));
  const [row] = await (lock ? wanted.for('update') : wanted);
  if (!row) throw channelNotFound();
  return row;
}

const channelOf = (request: FastifyRequest) => (request.params as { channel_id: string }).channel_id;

function checkSettings(
  type: ChannelType,
  settings: Record<string, unknown>,
  lenient = false,
): Record<string, unknown> {
  const parsed = type.settings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const items = toItems(parsed.error.issues, 'body', settings).map((item) => ({
    ...item,
    loc: ['body', 'settings', ...item.loc.slice(1)],
  }));
  const faults = lenient ? items.filter((item) => item.type !== 'missing') : items;
  if (faults.length > 0) throw new ValidationProblem(faults);
  return settings;
}

function divide(type: ChannelType, settings: Record<string, unknown>) {
  const secret: Record<string, string> = {};
  const open: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    if (type.hiddenSecrets?.includes(key)) continue;
    if (type.secrets.includes(key)) secret[key] = value as string;
    else open[key] = value;
  }
  return { secret, open };
}

/** What of the stored secrets no owner sets, so that it outlives every change. */
function hiddenOf(type: ChannelType, stored: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(stored).filter(([key]) => type.hiddenSecrets?.includes(key)));
}

function present(
  row: ChannelRow,
  vault: Vault,
  inbound: string | undefined,
  shown: Record<string, string> = {},
) {
  const type = channelTypeByName[row.type as ChannelTypeName];
  const stored = openSecrets(vault, row.id, row.secrets);
  const secrets = type.secrets.map((key) => [
    key,
    shown[key] ?? (stored[key] === undefined ? 'not set' : 'set'),
  ]);
  return {
    id: showId('channel', row.id),
    type: row.type,
    name: row.name,
    environment: row.environment,
    settings: { ...row.settings, ...Object.fromEntries(secrets) },
    ...(inbound === undefined ? {} : { inbound_url: inbound }),
    ...(type.connector === undefined ? {} : { connection: connectionOf(row) }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function connectionOf({ connection, environment }: ChannelRow) {
  if (connection) return connection;
  const detail = environment === 'sandbox' ? 'Nothing leaves a sandbox.' : 'It was not tried yet.';
  return { status: 'not_connected', detail, at: null };
}

function entryOf(
  row: ChannelRow,
  action: string,
  actor: Actor,
  requestId: string | null,
  data: Record<string, unknown>,
) {
  return {
    projectId: row.projectId,
    actor,
    action,
    subject: { type: 'channel', id: showId('channel', row.id) },
    environment: row.environment,
    requestId,
    data,
  };
}

function channelNotFound(): Problem {
  return new Problem(404, 'channel_not_found', 'This project has no such channel.');
}
