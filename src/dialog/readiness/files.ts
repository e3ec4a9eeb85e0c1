import { type FileStore, StoreFault } from '../../platform/file-store/file-store.ts';
import { countFileStores } from '../presence.ts';
import { blocking, type ReadinessCheck, warning } from './check.ts';

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
      'files_apart',
      { processes, places: stores },
    ),
  ];
};

/** Answers of stores, kept for a while: every project of the installation has the same one. */
const answers = new WeakMap<FileStore, { at: number; fault: Promise<StoreFault | undefined> }>();
const keptMs = 30_000;

/** Whether the bucket of the installation answers. Without it no file can be stored or had, and everything else goes on. */
export const fileStoreAnswers: ReadinessCheck = async ({ files }) => {
  let known = answers.get(files);
  if (!known || performance.now() - known.at > keptMs) {
    known = { at: performance.now(), fault: faultOf(files) };
    answers.set(files, known);
  }
  const fault = await known.fault;
  if (!fault) return [];
  const found = { id: 'file_store', title: 'The store of files' };
  const detail = `Files are kept in ${files.title}; ${fault.message}.`;
  const params = { place: files.title, reason: fault.message };
  return fault.isPassing
    ? [
        warning(
          found,
          detail,
          'Wait, and look at the bucket if it goes on; messages without files are not affected.',
          'file_store_pauses',
          params,
        ),
      ]
    : [
        blocking(
          found,
          detail,
          'Check FILES_URL: the bucket, its region, and the rights of its key.',
          'file_store_refuses',
          params,
        ),
      ];
};

async function faultOf(files: FileStore): Promise<StoreFault | undefined> {
  try {
    await files.probe();
    return undefined;
  } catch (error) {
    if (error instanceof StoreFault) return error;
    throw error;
  }
}
