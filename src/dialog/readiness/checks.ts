import { publicAddress } from './address.ts';
import { channelsAnswer } from './channels.ts';
import type { ReadinessCheck, ReadinessItem, ReadinessScene } from './check.ts';
import { connectionsTested } from './connections.ts';
import { customersFound } from './customers.ts';
import { definitionsWork } from './definitions.ts';
import { diskHasRoom, fileQuotasNear } from './file-room.ts';
import { fileStoreAnswers, filesShared } from './files.ts';
import { keysEnding, keysInUse } from './keys.ts';
import { limitsNear } from './limits.ts';
import { mailArrives } from './mail.ts';
import { methodsCallable } from './methods.ts';
import { ownerPasswordStrong } from './owner-password.ts';
import { paymentShops } from './payment-shops.ts';
import { keyReplaced, secretsOpen } from './secrets.ts';
import { outcomesSettled } from './unsettled.ts';
import { receiversUsed, subscriptionsDeliver } from './webhooks.ts';

/** Every check, in the order in which its items are shown. To add a check, add an entry here. */
const readinessChecks: readonly ReadinessCheck[] = [
  publicAddress,
  channelsAnswer,
  definitionsWork,
  methodsCallable,
  connectionsTested,
  paymentShops,
  receiversUsed,
  subscriptionsDeliver,
  keysInUse,
  keysEnding,
  ownerPasswordStrong,
  mailArrives,
  limitsNear,
  customersFound,
  filesShared,
  fileStoreAnswers,
  fileQuotasNear,
  diskHasRoom,
  secretsOpen,
  keyReplaced,
  outcomesSettled,
];

/** Runs all checks at the same time. */
export async function checkReadiness(scene: ReadinessScene): Promise<ReadinessItem[]> {
  return (await Promise.all(readinessChecks.map((check) => check(scene)))).flat();
}
