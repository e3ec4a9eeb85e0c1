import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { OpenCatalog } from '../../src/catalog/open.ts';
import type { DialogParts } from '../../src/dialog/parts.ts';
import { createLog } from '../../src/platform/log.ts';
import { readSettings } from '../../src/settings.ts';

/** Declaring the routes needs no database: before the first request only the settings are read. */
const parts = {
  settings: readSettings({}),
  log: createLog('silent'),
  requestLog: { watch() {} },
  feed: { close() {} },
} as unknown as DialogParts;

/** The routes of the last app that was built, as its framework registers them: `GET /healthz`. */
export const registered: string[] = [];

/** The whole app without a database: its routes and its documents. */
export async function buildTestApp(): Promise<FastifyInstance> {
  registered.length = 0;
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) registered.push(`${name} ${url}`);
    });
  };
  subscribe('fastify.initialization', watch);
  const app = await buildApp(parts, { settings: parts.settings } as unknown as OpenCatalog);
  unsubscribe('fastify.initialization', watch);
  return app;
}
