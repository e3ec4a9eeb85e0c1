import { databaseFault } from '../../platform/database-faults.ts';

/**
 * Does work for all items together. If that fails, it does it for each half, and so on, so that an item that cannot be dealt
 * with does not stop the others.
 * @param work all or nothing, such as a transaction
 * @param failed is told of each item that fails alone
 * @throws at once what is the fault of the database, because all items would meet it
 */
export async function inHalves<Item, Result>(
  items: Item[],
  work: (items: Item[]) => Promise<Result[]>,
  failed: (item: Item, error: unknown) => void,
): Promise<Result[]> {
  try {
    return await work(items);
  } catch (error) {
    if (databaseFault(error)) throw error;
    if (items.length === 1) {
      failed(items[0]!, error);
      return [];
    }
    const half = items.length >> 1;
    return [
      ...(await inHalves(items.slice(0, half), work, failed)),
      ...(await inHalves(items.slice(half), work, failed)),
    ];
  }
}
