import { startEmbedded } from './embedded.ts';

/** One embedded Postgres for all test files of this project and no Redis, as a newcomer has it. */
export default startEmbedded(async () => undefined);
