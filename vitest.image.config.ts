import { defineConfig } from 'vitest/config';

/**
 * The steps of the Dockerfile, followed with the npm registry and tried on the servers that the suite uses. It installs
 * twice and takes a minute, so `.ci/run` calls it and `npm test` does not: `npm run image`.
 */
export default defineConfig({
  test: {
    include: ['test/image/**/*.test.ts'],
    globalSetup: './test/harness/setup-servers.ts',
  },
});
