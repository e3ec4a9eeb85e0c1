import { sqlState } from '../platform/postgres.ts';

const mostAttempts = 5;

/**
 * Repeats a statement or a transaction that Postgres rolled back to resolve a deadlock. Nothing of it was done, and the
 * other one has finished by now. Most writes take locks in one order and never get here; deleting a source while an offer
 * is moved to it can.
 * @param also another SQLSTATE after which a repetition finds what the first attempt could not see
 */
export async function retrying<Result>(work: () => Promise<Result>, also?: string): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      if (!(state?.startsWith('40') || (state && state === also)) || attempt === mostAttempts) throw error;
    }
  }
}
