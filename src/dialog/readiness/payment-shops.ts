import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { openConnection } from '../connections/find.ts';
import { connections } from '../connections/schema.ts';
import { tryOpenSecrets } from '../connections/secrets.ts';
import { operationRevisions, operations } from '../operations/schema.ts';
import { askAccount } from '../payments/shops.ts';
import { blocking, ok, type ReadinessCheck, type ReadinessItem, warning } from './check.ts';

/** All shops are asked at the same time. */
const withinMs = 5000;
const mostShops = 10;

const lost = 'The shop cannot be asked: the secret key of its connection cannot be opened.';
const enterAgain = 'Enter the secret key of the connection again.';

const c = alias(connections, 'c');
const o = alias(operations, 'o');
const r = alias(operationRevisions, 'r');

const findShops = statement({
  name: 'readiness-shops',
  prepared: false,
  params: { projectId: c.projectId },
  columns: {
    id: c.id,
    kind: c.kind,
    slug: c.slug,
    name: c.name,
    settings: c.settings,
    secrets: c.secrets,
    receipts: as(types.boolean, sql`bool_and(${r.definition} #>> '{request,receipt}' IS NOT NULL)`),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${connections} AS ${c}
    JOIN ${operations} AS ${o}
      ON ${o.projectId} = ${c.projectId} AND ${o.connectionId} = ${c.id} AND 'live' = ANY (${o.environments})
    JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${o.projectId} AND ${r.id} = ${o.revisionId}
    WHERE ${c.projectId} = ${p.projectId} AND ${r.kind} = 'payment'
    GROUP BY ${c.projectId}, ${c.id} ORDER BY ${c.slug} LIMIT ${mostShops}`,
});

/** Whether the shops of live payments take payments, and whether money moves there. */
export const paymentShops: ReadinessCheck = async (scene) => {
  const shops = await findShops.all(scene.database, { projectId: scene.projectId });
  return Promise.all(
    shops.map(async (shop): Promise<ReadinessItem> => {
      const subject = { id: `shop:${shop.slug}`, title: `Payments through ${shop.name}`, name: shop.name };
      // The check of secrets names it.
      if (!tryOpenSecrets(scene.vault, shop.id, shop.secrets))
        return blocking(subject, lost, enterAgain, 'shop_secret_lost');
      const answer = await askAccount(openConnection(scene.vault, shop), scene.http, withinMs);
      if (answer.kind !== 'answered') {
        return blocking(
          subject,
          `The shop cannot be asked. ${answer.message}`,
          'Correct the shop id, the secret key or the address of the connection, and test it.',
          'shop_not_reached',
          { reason: answer.message },
        );
      }
      const { shopId, enabled, test, needsReceipts } = answer.value;
      if (!enabled) {
        const detail = `Shop ${shopId} takes no payments at present.`;
        return blocking(
          subject,
          detail,
          'Settle with the provider why the shop is disabled.',
          'shop_disabled',
          { shop: shopId },
        );
      }
      if (needsReceipts && !shop.receipts) {
        const detail = `Shop ${shopId} wants a receipt with every payment, and an operation has none.`;
        return blocking(
          subject,
          detail,
          'Give every payment operation of this shop a receipt.',
          'shop_without_receipts',
          {
            shop: shopId,
          },
        );
      }
      if (!test) return ok(subject, `Shop ${shopId} is live: money moves.`, 'shop_live', { shop: shopId });
      const detail = `Shop ${shopId} is a test shop: no money moves, and nothing is granted.`;
      return warning(
        subject,
        detail,
        'Use the credentials of the live shop before customers come.',
        'shop_test',
        {
          shop: shopId,
        },
      );
    }),
  );
};
