import { countFileStores } from '../presence.ts';
import { blocking, type ReadinessCheck } from './check.ts';

const subject = { id: 'files', title: 'Files' };

/** Whether all processes have the same files. Otherwise a file that one of them took cannot be had from the others. */
export const filesShared: ReadinessCheck = async ({ database }) => {
  const { processes, stores } = await countFileStores(database);
  if (stores < 2) return [];
  return [
    blocking(
      subject,
      `${processes} processes keep files in ${stores} different places, so each can find only some of them.`,
      'Set FILES_URL to the same bucket for all processes, or give them the same folder as DATA_DIR.',
    ),
  ];
};
