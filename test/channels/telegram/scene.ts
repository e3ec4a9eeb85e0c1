import { onTestFinished } from 'vitest';
import type { Delivery, DeliveryMeans } from '../../../src/dialog/channels/channel-type.ts';
import { telegram as type } from '../../../src/dialog/channels/telegram/index.ts';
import type { ResolvedContent } from '../../../src/dialog/content/content.ts';
import type { TaskOutcome } from '../../../src/dialog/tasks/task.ts';
import { newId, showId } from '../../../src/platform/ids.ts';
import { createOutboundHttp, type OutboundHttp } from '../../../src/platform/outbound-http.ts';
import { type FakeTelegram, startTelegram, type TelegramOptions } from '../../fakes/telegram.ts';

/** A bot of its own, with the real outbound client. */
export interface Scene {
  telegram: FakeTelegram;
  http: OutboundHttp;
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
  /** Delivers to the customer 4242 by default; `begun` counts its calls of `begin`. */
  deliver(
    content: Partial<ResolvedContent>,
    more?: Partial<Delivery>,
  ): Promise<TaskOutcome & { begun: number }>;
}

/** @param timeoutMs of every request, in place of the long one that pictures need. */
export async function makeScene(options: TelegramOptions & { timeoutMs?: number } = {}): Promise<Scene> {
  const telegram = await startTelegram(options);
  const out = createOutboundHttp({ allow: ['127.0.0.1'] });
  onTestFinished(async () => {
    await telegram.close();
    await out.close();
  });
  const { timeoutMs } = options;
  const http: OutboundHttp = timeoutMs
    ? { ...out, send: (request) => out.send({ ...request, timeoutMs }) }
    : out;
  telegram.meet({ id: 4242, first_name: 'Anna' });
  const settings = { base_url: telegram.url };
  const secrets = { token: telegram.token };
  return {
    telegram,
    http,
    settings,
    secrets,
    async deliver(content, more) {
      let begun = 0;
      const delivery: Delivery = {
        projectId: newId(),
        messageId: showId('message', newId()),
        identityId: showId('identity', newId()),
        externalId: '4242',
        content: {
          text: 'Hello',
          buttons: [],
          keyboard: 'reply',
          columns: 1,
          format: 'plain',
          image: '',
          ...content,
        },
        attached: [],
        author: 'scenario',
        createdAt: new Date(),
        settings,
        secrets,
        progress: null,
        ...more,
      };
      const begin = async () => void begun++;
      const outcome = await type.deliver!(delivery, begin, { http } as DeliveryMeans);
      return { ...outcome, begun };
    },
  };
}
