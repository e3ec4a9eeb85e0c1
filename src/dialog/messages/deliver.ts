import { showId } from '../../platform/ids.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Delivery } from '../channels/channel-type.ts';
import { openSecrets } from '../channels/secrets.ts';
import { channelTypeByName } from '../channels/types.ts';
import { isWebImage, resolveContent } from '../content/content.ts';
import { contentOf, message } from '../content/payload.ts';
import type { Attacher } from '../files/attached.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { pauseOf } from './pace.ts';
import { recipientReader } from './recipients.ts';

/**
 * The kind that delivers messages. In the sandbox a message counts as sent when it is stored, unless its channel opens no
 * socket anyway: the sandbox never sends anything out.
 */
export function messageKind({
  database,
  vault,
  http,
  attacher,
}: {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  attacher: Attacher;
}) {
  const recipients = recipientReader(database);
  return message.outer({
    record: 'message',
    succeeded: 'sent',
    async run(task, begin) {
      const recipient = await recipients.submit({ projectId: task.projectId, identityId: task.identityId });
      const type = recipient && channelTypeByName[recipient.type];
      const { author = 'scenario', speaker, picture } = task.payload;
      const content = recipient && resolveContent(contentOf(task.payload), recipient.type);
      if (content && !isWebImage(content.image)) return imageNotWeb;
      const found = content?.attachments
        ? await attacher.find(task.projectId, content.attachments)
        : { attached: [] };
      if ('missing' in found) return fileMissing(found.missing);
      if ('waiting' in found) return fileAwaited(found.waiting);
      const staysInside = task.environment === 'sandbox' && !type?.inside;
      if (staysInside) return pauseOf(task) ?? { state: 'succeeded' };
      if (!content || !type) {
        return { state: 'failed', error: channelDeleted };
      }
      const delivery: Delivery = {
        projectId: task.projectId,
        messageId: showId('message', task.id),
        identityId: showId('identity', task.identityId),
        externalId: recipient.externalId,
        content,
        attached: found.attached,
        ...{ author, speaker, picture },
        createdAt: task.createdAt,
        settings: recipient.settings,
        secrets: openSecrets(vault, recipient.channelId, recipient.secrets),
        progress: task.progress,
      };
      const means = { http, database };
      const pause = pauseOf(task, type.typing?.longestMs);
      if (!pause) return type.deliver(delivery, begin, means);
      // `begin` is for what must not happen twice; this may.
      await type.typing?.show(delivery, pause.inMs, means).catch(() => {});
      return pause;
    },
  });
}

const channelDeleted = {
  code: 'channel_deleted',
  message: 'The channel of this identity was deleted before the message could leave.',
};

/** The message was accepted, because any text is accepted as an image. */
const imageNotWeb: TaskOutcome = {
  state: 'failed',
  error: {
    code: 'image_not_web',
    message:
      'The image is no http:// or https:// address; send the message again with one, or without an image.',
  },
};

/** The file was deleted after the message was accepted, or a template named one that never was. */
const fileMissing = (id: string): TaskOutcome => ({
  state: 'failed',
  error: {
    code: 'file_not_found',
    message: `The project has no file ${id}; upload it, and send the message again with the id of the upload.`,
  },
});

/** A customer sent the file, and its bytes are still to be fetched. */
const fileAwaited = (id: string): TaskOutcome => ({
  state: 'retry',
  error: { code: 'file_awaited', message: `The bytes of the file ${id} are still to be fetched.` },
});
