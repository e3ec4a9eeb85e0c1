import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Vault } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import { type AwaitedFile, findAwaitedFile } from '../files/customer-files.ts';
import {
  type FetchParts,
  type FetchVerdict,
  giveUpFile,
  noRoomIn,
  storeFetched,
  tooLarge,
} from '../files/fetch.ts';
import { type FileSource, fetchFile } from '../files/fetch-task.ts';
import { channels } from '../schema.ts';
import type { TaskError, TaskOutcome } from '../tasks/task.ts';
import { openSecrets } from './secrets.ts';
import { channelTypeByName } from './types.ts';

interface FetchKindParts extends FetchParts {
  vault: Vault;
  http: OutboundHttp;
  settings: { filesMaxBytes: number; retryDeadlineMs: number };
}

const found = {
  type: as(oneOf(...channelTypes), sql`${channels.type}`),
  settings: channels.settings,
  secrets: channels.secrets,
};

const findChannel = statement({
  name: 'fetch-channel',
  params: { projectId: channels.projectId, id: channels.id },
  columns: found,
  query: (p) =>
    build
      .select(found)
      .from(channels)
      .where(and(eq(channels.projectId, p.projectId), eq(channels.id, p.id), isNull(channels.deletedAt))),
});

const notInSandbox: TaskError = {
  code: 'sandbox',
  message: 'In the sandbox nothing is fetched; send the file through a live channel.',
};
const channelDeleted: TaskError = {
  code: 'channel_deleted',
  message: 'The channel was deleted before the file was fetched.',
};

/**
 * Fetches files that customers sent. It never begins: a fetch may be repeated, by this process after a fault that passes, and by
 * another one if this dies. How it ends is on the file's record before the task ends.
 */
export function fetchKind(parts: FetchKindParts) {
  const { database, settings } = parts;
  return fetchFile.outer({
    record: 'file',
    succeeded: 'succeeded',
    // The record of the file has its entries.
    quiet: 'always',
    async run({ projectId, id, environment, payload, createdAt }): Promise<TaskOutcome> {
      const file = await findAwaitedFile(database, projectId, id);
      // It was deleted, or an attempt settled it and died before it could say so.
      if (!file) return { state: 'succeeded' };
      const giveUp = async (error: TaskError): Promise<TaskOutcome> => {
        await giveUpFile(parts, file, error);
        return { state: 'failed', error };
      };
      if (environment === 'sandbox') return giveUp(notInSandbox);
      const isLate = (patienceMs = 0) =>
        Date.now() - createdAt.getTime() > Math.max(settings.retryDeadlineMs, patienceMs);
      try {
        const verdict = await attempt(parts, file, payload);
        if (verdict.is === 'settled') return { state: 'succeeded' };
        const { error, afterMs = 0, patienceMs } = verdict;
        return verdict.is === 'gone' || isLate(patienceMs)
          ? await giveUp(error)
          : { state: 'retry', error, afterMs };
      } catch (error) {
        // Nobody waits for ever for a file that a fault of ours keeps from coming.
        if (isLate()) await giveUp({ code: 'internal', message: 'The file could not be fetched.' });
        throw error;
      }
    },
  });
}

async function attempt(
  parts: FetchKindParts,
  file: AwaitedFile,
  { channel_id: channelId, source }: { channel_id: string; source: FileSource },
): Promise<FetchVerdict> {
  const { database, vault, http, settings } = parts;
  const channel = await findChannel.first(database, { projectId: file.projectId, id: channelId });
  const from = channel && channelTypeByName[channel.type].files;
  if (!from) return { is: 'gone', error: channelDeleted };
  const most = Math.min(settings.filesMaxBytes, from.mostBytes);
  if (file.size !== null && file.size > most) return tooLarge(most);
  const noRoom = await noRoomIn(parts.files);
  if (noRoom) return noRoom;
  const account = { settings: channel.settings, secrets: openSecrets(vault, channelId, channel.secrets) };
  const opening = await from.open(account, source, http);
  return opening.is === 'open' ? storeFetched(parts, file, channelId, opening.file, most) : opening;
}
