import { randomBytes } from 'node:crypto';
import { newSigningSecret } from '../../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../../fakes/receiver.ts';
import { startTarget, type Target } from '../../fakes/target.ts';
import { type FakeTelegram, startTelegram } from '../../fakes/telegram.ts';
import { startYooKassa, type YooKassaFake } from '../../fakes/yookassa.ts';
import type { UpgradeRecord } from '../record.ts';

/** Bots whose channels are deleted, one for every state in which a disconnection can be left behind. */
export const oldBots = ['bot1', 'bot2', 'bot3', 'bot4'] as const;

/** Everything outside of the server: strict fakes, each at its own port. */
export interface Outside {
  receivers: { customers: Receiver; hook: Receiver; told: Receiver };
  target: Target;
  bots: Record<'bot' | (typeof oldBots)[number], FakeTelegram>;
  shop: YooKassaFake;
  secrets: Pick<UpgradeRecord['outside'], 'signing' | 'hmacSecret' | 'bots'>;
  /** `127.0.0.1:<port>` of each, by its name. */
  hosts: Record<string, string>;
  close(): Promise<void>;
}

/** @param known the state of a dump's outside world; without it, a new one. */
export async function startOutside(known?: UpgradeRecord['outside']): Promise<Outside> {
  const names = ['bot', ...oldBots] as const;
  const secrets = known ?? {
    signing: { customers: newSigningSecret(), hook: newSigningSecret(), told: newSigningSecret() },
    hmacSecret: randomBytes(24).toString('hex'),
    bots: Object.fromEntries(names.map((name, i) => [name, `100000${i}:AAfake_${name}`])),
  };
  const { signing, hmacSecret } = secrets;
  const receivers = {
    customers: await startReceiver(signing.customers!),
    hook: await startReceiver(signing.hook!),
    told: await startReceiver(signing.told!),
  };
  const target = await startTarget({ hmacSecret });
  const shop = await startYooKassa({}, known?.shop);
  const bots = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const openQueries = known?.openQueries ?? [];
        return [
          name,
          await startTelegram({ token: secrets.bots[name]!, username: `${name}_bot`, openQueries }),
        ];
      }),
    ),
  ) as Outside['bots'];
  const urls = { target: target.url, shop: shop.baseUrl, ...urlsOf(receivers), ...urlsOf(bots) };
  return {
    receivers,
    target,
    bots,
    shop,
    secrets,
    hosts: Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, new URL(url).host])),
    async close() {
      await Promise.all(
        [...Object.values(receivers), target, shop, ...Object.values(bots)].map((each) => each.close()),
      );
    },
  };
}

const urlsOf = (some: Record<string, { url: string }>) =>
  Object.fromEntries(Object.entries(some).map(([name, { url }]) => [name, url]));
