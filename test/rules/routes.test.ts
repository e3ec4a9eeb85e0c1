import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogRoutes } from '../../src/catalog/routes.ts';
import { channelTypeByName } from '../../src/dialog/channels/types.ts';
import { ownerRoutes } from '../../src/dialog/owner-api.ts';
import { projectRoutes } from '../../src/dialog/project-api.ts';
import {
  channelCallRoutes,
  chatPageRoutes,
  chatRoutes,
  fileRoutes,
  paymentRoutes,
  publishedRoutes,
  webhookRoutes,
} from '../../src/dialog/public-api.ts';
import type { Endpoint, Route } from '../../src/platform/routes.ts';
import { readSettings } from '../../src/settings.ts';
import { buildTestApp, registered } from './app.ts';
import { readSources } from './sources.ts';

/** The lines of the catalog below one of its two prefixes. */
function ofCatalog(prefix: string): readonly Route<string, never>[] {
  return catalogRoutes
    .filter(({ path }) => path.startsWith(`${prefix}/`))
    .map((line) => ({ ...line, path: line.path.slice(prefix.length) }));
}

/** The catalog as owners reach it, with the last slashes with which it is declared. */
const catalogOfOwners: readonly Route<string, never>[] = catalogRoutes.map((line) => ({
  ...line,
  path: `/catalog${line.path}`,
}));

/** HEAD is GET without its body, and OPTIONS of the catalog is generated from its table: neither is in a table. */
const isDerived = (name: string) => /^(?:HEAD|OPTIONS) /.test(name);

/** The tables of routes, and where each is mounted. */
const tables: [prefix: string, routes: readonly Route<string, never>[]][] = [
  ['/api/v1/projects/{project_id}', projectRoutes],
  ['/api/owner', [...ownerRoutes(readSettings({})), ...catalogOfOwners]],
  ['/api/sources', ofCatalog('/sources')],
  ['/api/offers', ofCatalog('/offers')],
  ['/api/webhooks', webhookRoutes],
  ['/api/channels', channelCallRoutes],
  ['/api/payments', paymentRoutes],
  ['/api/chat', chatRoutes],
  ['/chat', chatPageRoutes],
  ['/files', fileRoutes],
  ['/api/published', publishedRoutes],
];

/** Routes that are in no table, with the reason. */
const besideTables: Record<string, RegExp> = {
  // Health, the welcome, the reference: they belong to no API.
  'src/health.ts': /^\.get\('\/(?:healthz|readyz)'/,
  'src/metrics.ts': /^\.get\('\/metrics'/,
  'src/app.ts': /^\.get\('\/'/,
  'src/security-txt.ts': /^\.get\('\/\.well-known\/security\.txt'/,
  'src/reference.ts': /^\.get\('\/docs\//,
  'src/console-page.ts': /^\.get(?:<.*>)?\('\/console/,
  // The documents are made of the tables.
  'src/dialog/index.ts': /^\.get\('\/openapi\.json'/,
  'src/catalog/index.ts': /^\.get\('\/openapi\.json'/,
  // The answers to OPTIONS as in Django REST framework, for every address of the table.
  'src/catalog/options.ts': /^\.options\(/,
};

/** Documents below the prefix of their table. */
const documents = ['GET /api/owner/openapi.json'];

const declaration = /\.(?:get|post|put|patch|delete|options|head|all|route)\(\s*(?:['"`{][^\n]{0,40})/g;

describe('every route is in the table of its API', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app?.close());

  it('and none is declared outside of it', () => {
    const faults = readSources('src')
      .filter(({ path, packages }) => path !== 'src/platform/routes.ts' && packages.includes('fastify'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(declaration)]
          .map(([call]) => call.replaceAll(/\s+/g, ' '))
          .filter((call) => !besideTables[path]?.test(call.replaceAll(' ', '')))
          .map(
            (call) => `${path}: ${call} …; make it an endpoint and give it a line in the table of its API`,
          ),
      );
    expect(faults).toEqual([]);
  });

  it.each(tables)('the routes registered below %s are those of its table', (prefix, routes) => {
    const below = prefix.replaceAll(/\{(\w+)\}/g, ':$1');
    const listed = routes.map(
      ({ method, path }) => `${method} ${below}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const found = registered.filter(
      (name) =>
        name.split(' ')[1]!.startsWith(`${below}/`) &&
        (listed.includes(name) || !(isDerived(name) || documents.includes(name))),
    );
    expect(found.sort()).toEqual(listed.sort());
  });

  it.each(tables)('each endpoint of %s declares the parameters of its path', (prefix, routes) => {
    const faults = routes.flatMap(({ path, method, endpoint }) => {
      const open = [...`${prefix}${path}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const declared = paramsOf(endpoint);
      return open.sort().join() === declared.sort().join()
        ? []
        : [
            `${method} ${path}: params has ${declared.join(', ') || 'nothing'} and the path ${open.join(', ')}`,
          ];
    });
    expect(faults).toEqual([]);
  });
});

it('a type of channel that is called from outside has a route for these calls', () => {
  const paths = channelCallRoutes.map(({ method, path }) => `${method} ${path}`);
  const unserved = Object.values(channelTypeByName).flatMap(({ name, inbound }) =>
    inbound === undefined || paths.includes(`POST /{channel_id}/${inbound}`)
      ? []
      : [
          `${name} is called at /api/channels/{channel_id}/${inbound}, which nothing serves; ` +
            'give it a line in channelCallRoutes of src/dialog/public-api.ts and one in openRoutes of test/gate/routes.ts',
        ],
  );
  expect(unserved).toEqual([]);
});

function paramsOf({ told }: Endpoint<never>): string[] {
  return told.params instanceof z.ZodObject ? Object.keys(told.params.shape) : [];
}

it('a file of routes has no statement: other functions of its folder read and write the database', () => {
  expect(
    readSources('src')
      .filter(({ path }) => /(?:^|[-/])routes\.ts$/.test(path) && !path.startsWith('src/platform/'))
      .filter(
        ({ text, links }) =>
          /\.orm\b|\{ orm\b/.test(text) || links.some(({ to }) => to === 'src/platform/statement.ts'),
      )
      .map(
        ({ path }) => `${path} makes a statement; move it to a file of its folder that says what it is about`,
      ),
  ).toEqual([]);
});
