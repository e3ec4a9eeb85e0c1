import { databaseFault } from '../platform/database-faults.ts';

/**
 * Runs work of many steps with separate commits, which the database may interrupt. The work notes what each step has done.
 * @returns the fault, if the database failed; then the steps before it are done, and the caller reports them
 */
export async function faultOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!databaseFault(error)) throw error;
    return error;
  }
}
