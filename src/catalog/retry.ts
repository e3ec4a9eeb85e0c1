import { sqlState } from '../platform/postgres.ts';

const mostAttempts = 5;

/**
 * Repeats a statement or a transaction that Postgres rolled back to resolve a deadlock. Nothing of it was done, and the
 * other one has finished by now. Most writes take locks in one order and never get here; deleting a source while an offer
 * is moved to it can.
 */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!sqlState(error)?.startsWith('40') || attempt === mostAttempts) throw error;
    }
  }
}
