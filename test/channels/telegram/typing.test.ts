import { expect, it } from 'vitest';
import type { Delivery, DeliveryMeans } from '../../../src/dialog/channels/channel-type.ts';
import { telegram as type } from '../../../src/dialog/channels/telegram/index.ts';
import { typingLastsMs } from '../../fakes/telegram.ts';
import { patient } from '../../harness/patience.ts';
import { makeScene } from './scene.ts';

it('a bot is shown as typing, and again before Telegram stops to show it', async () => {
  const { telegram, http, settings, secrets } = await makeScene();
  const delivery = { externalId: '4242', settings, secrets } as unknown as Delivery;
  await type.typing!.show(delivery, 4000, { http } as DeliveryMeans);
  expect(telegram.typing.map(({ chat_id }) => chat_id)).toEqual([4242]);
  expect(telegram.refused).toEqual([]);
  expect(type.typing!.longestMs).toBeLessThan(typingLastsMs);
});

it('a call that is refused, or never answered, ends soon and throws nothing', async () => {
  const { telegram, http, settings, secrets } = await makeScene();
  const show = (externalId: string) =>
    type.typing!.show({ externalId, settings, secrets } as unknown as Delivery, 4000, {
      http,
    } as DeliveryMeans);
  telegram.trouble('sendChatAction', { is: 'too_many', retryAfter: 30 }, { is: 'cut' }, { is: 'hang' });
  const began = Date.now();
  for (const chat of ['4242', '4242', '4242', '7', '@nobody']) await show(chat);
  telegram.block(4242);
  await show('4242');
  expect(telegram.calls).toHaveLength(6);
  expect(Date.now() - began).toBeLessThan(patient(6000));
});
