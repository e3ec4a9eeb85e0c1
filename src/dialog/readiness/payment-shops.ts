import { openConnection } from '../connections/find.ts';
import { askAccount } from '../payments/shops.ts';
import { blocking, ok, type ReadinessCheck, type ReadinessItem, rowsOf, warning } from './check.ts';

/** They are asked at the same time. */
const withinMs = 5000;
const mostShops = 10;

interface ShopRow {
  id: string;
  kind: string;
  slug: string;
  name: string;
  settings: Record<string, unknown>;
  secrets: string;
  receipts: boolean;
}

/** Whether the shops that live payments go to take them, and whether money moves there. */
export const paymentShops: ReadinessCheck = async (scene) => {
  const shops = await rowsOf<ShopRow>(
    scene,
    `SELECT c.id, c.kind, c.slug, c.name, c.settings, c.secrets,
       bool_and(r.definition #>> '{request,receipt}' IS NOT NULL) AS receipts
     FROM dialog.connections AS c
     JOIN dialog.operations AS o
       ON o.project_id = c.project_id AND o.connection_id = c.id AND 'live' = ANY (o.environments)
     JOIN dialog.operation_revisions AS r ON r.project_id = o.project_id AND r.id = o.revision_id
     WHERE c.project_id = $1 AND r.kind = 'payment'
     GROUP BY c.project_id, c.id ORDER BY c.slug LIMIT ${mostShops}`,
  );
  return Promise.all(
    shops.map(async (shop): Promise<ReadinessItem> => {
      const subject = { id: `shop:${shop.slug}`, title: `Payments through ${shop.name}` };
      const answer = await askAccount(openConnection(scene.vault, shop), scene.http, withinMs);
      if (answer.kind !== 'answered') {
        return blocking(
          subject,
          `The shop cannot be asked. ${answer.message}`,
          'Correct the shop id, the secret key or the address of the connection, and test it.',
        );
      }
      const { shopId, enabled, test, needsReceipts } = answer.value;
      if (!enabled) {
        const detail = `Shop ${shopId} takes no payments at present.`;
        return blocking(subject, detail, 'Settle with the provider why the shop is disabled.');
      }
      if (needsReceipts && !shop.receipts) {
        const detail = `Shop ${shopId} wants a receipt with every payment, and an operation has none.`;
        return blocking(subject, detail, 'Give every payment operation of this shop a receipt.');
      }
      if (!test) return ok(subject, `Shop ${shopId} is live: money moves.`);
      const detail = `Shop ${shopId} is a test shop: no money moves, and nothing is granted.`;
      return warning(subject, detail, 'Use the credentials of the live shop before customers come.');
    }),
  );
};
