import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { ProjectKey } from '../src/dialog/gate/key-ring.ts';
import { registerProjectGate } from '../src/dialog/gate/project-gate.ts';
import { registerErrors, trackRoutes } from '../src/dialog/http/errors.ts';
import { registerValidation } from '../src/dialog/http/validation.ts';
import { openDialog } from '../src/dialog/parts.ts';
import { listProfiles, readProfile, updateProfile } from '../src/dialog/profiles/project-routes.ts';
import { BodyBudget } from '../src/platform/body-budget.ts';
import { readId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { mountRoutes, route } from '../src/platform/routes.ts';
import { createVault } from '../src/platform/secrets.ts';
import { readSettings } from '../src/settings.ts';

/**
 * The same routes twice in one process, once behind all gates (with the request log) and once behind none, so that only
 * the gates differ.
 */
const settings = readSettings({
  ...process.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
});
const parts = await openDialog({
  settings: process.env.BENCH_EMBEDDED ? { ...settings, databaseUrl: undefined } : settings,
  origin: 'http://127.0.0.1',
  address: { connectionString: process.env.DATABASE_URL! },
  vault: createVault(settings.encryptionKey!),
  installationId: process.env.BENCH_INSTALLATION!,
  bodies: new BodyBudget(2 ** 28),
  log: createLog('warn'),
  whenReached: (step) => step(),
});

const routes = [
  route('GET', '/profiles', 'profiles:read', listProfiles),
  route('GET', '/profiles/{profile_id}', 'profiles:read', readProfile),
  route('PATCH', '/profiles/{profile_id}', 'profiles:write', updateProfile),
] as const;

const app = fastify();
app.setSerializerCompiler(() => JSON.stringify);
process.on('disconnect', () => process.exit());
await app.register(
  async (gated) => {
    registerErrors(gated, trackRoutes(gated));
    registerValidation(gated);
    parts.requestLog.watch(gated);
    registerProjectGate(gated, {
      keys: parts.keys,
      limiter: parts.limiter,
      requestsPerMinute: settings.rateLimitPerMinute,
    });
    mountRoutes(gated, routes, parts, ({ gate }) => ({ config: { scopes: [gate] } }));
  },
  { prefix: '/gated/projects/:project_id' },
);
await app.register(
  async (open) => {
    registerErrors(open, trackRoutes(open));
    registerValidation(open);
    open.decorateRequest('projectKey', null as unknown as ProjectKey);
    open.addHook('onRequest', (request, _reply, done) => {
      // The part of a key that the handler needs: whose data to read.
      const { project_id: publicId } = request.params as { project_id: string };
      request.projectKey = { projectId: readId('project', publicId) } as ProjectKey;
      done();
    });
    mountRoutes(open, routes, parts);
  },
  { prefix: '/open/projects/:project_id' },
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ port: (app.server.address() as AddressInfo).port });
