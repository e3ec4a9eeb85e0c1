import { sqlState } from '../../platform/postgres.ts';

/**
 * A transaction throws this when others have changed its records while it waited for its locks. It starts again and takes the
 * locks that are needed now.
 */
export class Overtaken extends Error {
  constructor() {
    super('others have changed what this works on; it has to begin anew');
    this.name = 'Overtaken';
  }
}

/** Restarts in a row after losing a lock race, before that is an error like any other. */
const overtakenAtMost = 5;

/** Runs a transaction, from its beginning each time that others overtake it. */
export async function untilNotOvertaken<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let again = overtakenAtMost; ; again--) {
    try {
      return await transaction();
    } catch (error) {
      if (again === 0 || !wasOvertaken(error)) throw error;
    }
  }
}

/** A deadlock is a lost lock race that the database detected: this transaction was chosen to start again. */
const wasOvertaken = (error: unknown) => error instanceof Overtaken || sqlState(error) === '40P01';
