import type { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { heardLately } from '../dialogs/heard-lately.ts';
import { lastDeliveries } from '../tasks/deliveries.ts';
import type { ChannelRow } from './connect.ts';
import type { activityShape } from './shapes.ts';

type Activity = z.output<typeof activityShape>;

/** What lately came through these channels of a project, and whether messages arrive, in the order of the channels. */
export async function activityOf(
  database: Database,
  projectId: string,
  rows: readonly Pick<ChannelRow, 'id'>[],
): Promise<Activity[]> {
  const ids = rows.map(({ id }) => id);
  const [heard, sent] = await Promise.all([
    heardLately(database, projectId, ids),
    ids.length === 0 ? [] : lastDeliveries(database, projectId),
  ]);
  return ids.map((id) => {
    const last = sent.find(({ channelId }) => channelId === id);
    return {
      last_received_at: heard.get(id)?.toISOString() ?? null,
      last_sent_at: last?.sentAt?.toISOString() ?? null,
      failing_since: last?.failingSince?.toISOString() ?? null,
      last_error: last?.lastError?.message ?? null,
    };
  });
}
