import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Tickets } from '../../platform/tickets.ts';
import { ownerActor } from '../gate/session.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { type ChannelRow, type ConnectParts, connectChannel } from './connect.ts';
import { presentChannel } from './present.ts';
import type { activityShape, channelShape } from './shapes.ts';

/** What the routes of channels use. */
export interface ChannelParts extends ConnectParts {
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
  publicUrl: string | undefined;
}

/** The address of the server for a channel: the public one, or the one at which the owner has reached the server. */
function baseFor({ publicUrl }: ChannelParts, request: FastifyRequest): string {
  return publicUrl ?? request.ownAddress();
}

/** A channel as the owner who asks sees it. */
export function shownTo(
  parts: ChannelParts,
  request: FastifyRequest,
  row: ChannelRow,
  {
    made,
    activity,
  }: { made?: Record<string, string>; activity?: z.output<typeof activityShape> | undefined } = {},
): z.output<typeof channelShape> {
  const shown = presentChannel(row, parts.vault, baseFor(parts, request), made);
  return activity ? { ...shown, activity } : shown;
}

/** Connects a channel for the owner who asks. */
export function connectFor(
  parts: ChannelParts,
  request: FastifyRequest,
  row: ChannelRow,
): Promise<ChannelRow> {
  return connectChannel(parts, row, {
    base: baseFor(parts, request),
    actor: ownerActor(request),
    requestId: request.id,
  });
}
