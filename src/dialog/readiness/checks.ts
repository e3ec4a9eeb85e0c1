import { publicAddress } from './address.ts';
import { channelsAnswer } from './channels.ts';
import type { ReadinessCheck, ReadinessItem, ReadinessScene } from './check.ts';
import { connectionsTested } from './connections.ts';
import { definitionsWork } from './definitions.ts';
import { keysInUse } from './keys.ts';
import { limitsNear } from './limits.ts';
import { paymentShops } from './payment-shops.ts';
import { secretsOpen } from './secrets.ts';
import { outcomesSettled } from './unsettled.ts';
import { receiversUsed, subscriptionsEnabled } from './webhooks.ts';

/** Every check, in the order in which its items are shown. A new one is an entry here. */
const readinessChecks: readonly ReadinessCheck[] = [
  publicAddress,
  channelsAnswer,
  definitionsWork,
  connectionsTested,
  paymentShops,
  receiversUsed,
  subscriptionsEnabled,
  keysInUse,
  limitsNear,
  secretsOpen,
  outcomesSettled,
];

/** Makes all checks at once. */
export async function checkReadiness(scene: ReadinessScene): Promise<ReadinessItem[]> {
  return (await Promise.all(readinessChecks.map((check) => check(scene)))).flat();
}
