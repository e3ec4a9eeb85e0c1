import { text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { dialog } from '../schema.ts';
import type { AccessTerm } from './access.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The columns of an order about access. The table belongs to payments, on a higher floor, which adds further columns. */
export const grantColumns = {
  projectId: uuid('project_id').notNull(),
  id: uuid('id').notNull(),
  identityId: uuid('identity_id').notNull(),
  product: text('product'),
  access: json('access').$type<AccessTerm>(),
  /** When access began; null before the payment. */
  grantedAt: at('granted_at'),
  /** When the whole sum had been refunded, which ended the access. */
  refundedAt: at('refunded_at'),
};

/** Orders with the columns about access only. */
export const paidOrders = dialog.table('orders', grantColumns);
