import { isRefilling } from '../profiles/refill.ts';
import { fillStanding } from '../search/fill.ts';
import { type ReadinessCheck, type ReadinessItem, warning } from './check.ts';

/** Whether lists of customers and the search have everything. */
export const customersFound: ReadinessCheck = async ({ database, projectId }) => {
  const [refilling, filling] = await Promise.all([
    isRefilling(database, projectId),
    fillStanding(database, projectId),
  ]);
  const items: ReadinessItem[] = [];
  if (refilling) {
    items.push(
      warning(
        { id: 'customer_lists', title: 'Lists of customers' },
        'Customers who have not changed since the upgrade, or since the customer fields were changed, may be missing in filtered lists.',
        'Wait until a worker has gone over all customers; it takes 500 at a time.',
        'lists_refilling',
      ),
    );
  }
  if (filling) {
    const { messages, accounts, before } = filling;
    const reach = before === null ? 'nothing older yet' : `messages since ${before.toISOString()}`;
    items.push(
      warning(
        { id: 'search', title: 'Search' },
        `What was there before the upgrade is made findable: ${accounts} accounts and ${messages} messages so far, ${reach}.`,
        'Wait until a worker has gone over the rest; it takes 1000 at a time.',
        'search_filling',
        { accounts, messages, ...(before !== null && { since_at: before.toISOString() }) },
      ),
    );
  }
  return items;
};
