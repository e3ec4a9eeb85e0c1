import { sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { bytesKept } from '../files/quotas.ts';
import { fileUsage } from '../files/schema.ts';
import { channels } from '../schema.ts';
import { blocking, type ReadinessCheck, type ReadinessItem, type Subject, warning } from './check.ts';

/** Whether there is room for more files: in the quotas of the project and of its channels, and on the disk. */

/** The share of a quota from which a warning is shown. */
const near = 0.8;
const mostChannels = 20;
const mebibyte = 2 ** 20;
const inWords = new Intl.NumberFormat('en');

const shown = { id: channels.id, name: channels.name, bytes: fileUsage.bytes };
const findFullest = statement({
  name: 'readiness-file-room',
  prepared: false,
  params: { projectId: channels.projectId, least: types.bigint, limit: types.int },
  columns: shown,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${channels}
    JOIN ${fileUsage} ON ${fileUsage.projectId} = ${channels.projectId} AND ${fileUsage.holder} = ${channels.id}
    WHERE ${channels.projectId} = ${p.projectId} AND ${channels.deletedAt} IS NULL AND ${fileUsage.bytes} > ${p.least}
    ORDER BY ${fileUsage.bytes} DESC LIMIT ${p.limit}`,
});

/** The quotas of bytes of which most is used. */
export const fileQuotasNear: ReadinessCheck = async ({ database, projectId, settings }) => {
  const { filesProjectBytes, filesChannelBytes } = settings;
  const used = await bytesKept(database, projectId);
  const fullest = await findFullest.all(database, {
    projectId,
    least: Math.floor(near * filesChannelBytes),
    limit: mostChannels,
  });
  return [
    ...(used > near * filesProjectBytes
      ? [
          itemOf(
            { id: 'file_room', title: 'Room for files' },
            used,
            filesProjectBytes,
            'Delete files that nobody needs, keep those of customers for fewer days, or have whoever runs the server raise FILES_PROJECT_MB.',
          ),
        ]
      : []),
    ...fullest.map(({ id, name, bytes }) =>
      itemOf(
        { id: `channel_files:${showId('channel', id)}`, title: `Room for files in ${name}`, name },
        bytes,
        filesChannelBytes,
        'Look who sends so much, keep files of customers for fewer days, or have whoever runs the server raise FILES_CHANNEL_MB.',
      ),
    ),
  ];
};

/** A quota counts as full when less than 51 KiB are left, half of the tenth of a MiB that is shown: hardly any file fits into that. */
function itemOf(subject: Subject, used: number, limit: number, action: string): ReadinessItem {
  const params = { used: Math.round((used / mebibyte) * 10) / 10, limit: Math.floor(limit / mebibyte) };
  const detail = `${inWords.format(params.used)} of ${inWords.format(params.limit)} MiB are used`;
  return params.used >= params.limit
    ? blocking(subject, `${detail}; further files are refused.`, action, 'files_full', params)
    : warning(subject, `${detail}.`, action, 'files_near', params);
}

/** Whether the disk of the files comes near the floor below which none are taken. */
export const diskHasRoom: ReadinessCheck = async ({ files }) => {
  // What else is wrong with the folder is told by who stores a file.
  const room = await files.room().catch(() => undefined);
  if (!room || room.free >= 2 * room.floor) return [];
  const subject = { id: 'file_disk', title: 'The disk of the files' };
  const params = { free: Math.floor(room.free / mebibyte), floor: Math.floor(room.floor / mebibyte) };
  const detail = `${inWords.format(params.free)} MiB are free, and files leave ${inWords.format(params.floor)} MiB for everything else`;
  const action = 'Make room on the disk of DATA_DIR, or move it to a larger one.';
  return [
    room.free < room.floor
      ? blocking(subject, `${detail}; so none are taken.`, action, 'disk_full', params)
      : warning(subject, `${detail}.`, action, 'disk_near', params),
  ];
};
