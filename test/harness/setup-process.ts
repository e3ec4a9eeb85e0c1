import { answersRedis, redisUrl } from './backends.ts';
import { startEmbedded } from './embedded.ts';

/**
 * Several processes hold more connections than a shared server grants, so their Postgres is the embedded one. Their tickets and rates go
 * through Redis, as they do where several processes are run; where none answers, through Postgres.
 */
export default startEmbedded(async () => {
  if (await answersRedis()) return redisUrl;
  process.stderr.write(
    `\nNo Redis answers at ${new URL(redisUrl).host} (TEST_REDIS_URL): what needs one is left out.\n`,
  );
  return undefined;
});
