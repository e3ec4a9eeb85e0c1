import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { BodyBudget } from '../platform/body-budget.ts';
import type { Transaction } from '../platform/postgres.ts';
import { streamBodies } from '../platform/request-body.ts';
import { type GateOptions, mountRoutes, type Route } from '../platform/routes.ts';
import { refuseWhileShown } from './channels/pictures.ts';
import { telegramGate } from './channels/telegram/inbound.ts';
import { registerChatGate } from './channels/webchat/gate.ts';
import { confirmationGate } from './gate/confirmation.ts';
import { LoginGuard } from './gate/login-guard.ts';
import { registerProjectGate } from './gate/project-gate.ts';
import { projectScope } from './gate/project-scope.ts';
import { cookieName } from './gate/session.ts';
import { personGates } from './gate/token-gate.ts';
import { recordsViews } from './gate/views.ts';
import { registerErrors, trackRoutes } from './http/errors.ts';
import { keepRawBodies, registerJsonBodyParser } from './http/json-body.ts';
import { shownOf } from './http/shown-record.ts';
import { registerValidation } from './http/validation.ts';
import { operationsThrough } from './operations/store.ts';
import { ownerRoutes } from './owner-api.ts';
import { type CatalogGuest, ownerDocument, securityOf, withCatalog } from './owner-document.ts';
import type { OwnerGate, OwnerParts } from './owner-parts.ts';
import type { DialogParts } from './parts.ts';
import { hasOpenPayments } from './payments/unfinished.ts';
import { projectRoutes } from './project-api.ts';
import { projectDocument } from './project-document.ts';
import {
  channelCallRoutes,
  chatPageRoutes,
  chatRoutes,
  fileRoutes,
  paymentRoutes,
  publishedRoutes,
  webhookRoutes,
} from './public-api.ts';
import { refuseWhilePublished } from './published/deletion.ts';
import { registerMethodGate, registerMethodKeys } from './published/gate.ts';
import { scopesOf } from './rights/scopes.ts';

export { catalogDoor } from './catalog-door.ts';

/** Room for a message of 3,000 characters of four bytes each, as browsers send it. */
const largestChatBody = 16 * 1024;
const largestCall = 64 * 1024;
/** How long the rest of a refused upload is read, so that its sender gets the answer. */
const lingerMs = 5000;

/**
 * The project API, for client backends with a key, and its document. All routes of a project pass the same gates.
 */
export async function projectApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app, parts.bodies);
  await app.register(swagger, projectDocument(parts.settings.publicUrl));
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());

  await app.register(
    async (project) => {
      parts.requestLog.watch(project);
      registerProjectGate(project, {
        keys: parts.keys,
        limiter: parts.limiter,
        requestsPerMinute: parts.settings.rateLimitPerMinute,
      });
      await mountWithFiles(project, projectRoutes, parts, describeForKeys);
    },
    { prefix: '/projects/:project_id' },
  );
}

/** Adds the scope of a route to its gate and to the document. */
function describeForKeys({ gate, endpoint: { told } }: (typeof projectRoutes)[number]): GateOptions {
  const { operationId, tags, summary, description, answers } = told;
  const scopes = scopesOf(gate);
  const needs = `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`;
  return {
    config: { scopes },
    schema: {
      operationId,
      tags,
      summary,
      description: description ? `${needs} ${description}` : needs,
      response: answers,
    },
  };
}

/**
 * The owner API, for the console and for programs, behind a session or a personal token.
 * @param catalog what its document says about the catalog, which is mounted beside it
 */
export async function ownerApi(
  app: FastifyInstance,
  parts: DialogParts,
  catalog?: CatalogGuest,
): Promise<void> {
  const { database, settings } = parts;
  speakFastApi(app, parts.bodies, { unknown: 'refuse' });
  await app.register(cookie);
  const secure = settings.publicUrl?.startsWith('https:') ?? false;
  const owned: OwnerParts = {
    ...parts,
    secure,
    logins: new LoginGuard(database, parts.limiter),
    publicUrl: settings.publicUrl,
    retryDeadlineMs: settings.retryDeadlineMs,
    usersOf: usersOfConnection,
    refuseWhilePublished,
    refuseWhileShown,
  };
  const routes = ownerRoutes(settings);
  const { publicUrl } = settings;
  await app.register(swagger, ownerDocument(routes, { publicUrl, cookie: cookieName(secure) }));
  let document: object | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async () => {
    document ??= catalog ? withCatalog(app.swagger(), catalog) : app.swagger();
    return document;
  });

  const { session, person } = personGates({
    ...{ database, secure, limiter: parts.limiter },
    requestsPerMinute: settings.rateLimitPerMinute,
    sessionRequestsPerMinute: settings.sessionRateLimitPerMinute,
  });
  const gatesOf = (gate: OwnerGate) => {
    if (gate === 'open') return [];
    if (gate === 'session') return [session];
    return gate === 'person' ? [person] : [person, projectScope(database, gate)];
  };
  const recordView = recordsViews(database);
  const confirmation = (isConfirmed = false) => (isConfirmed ? [confirmationGate] : []);
  await mountWithFiles(app, routes, owned, (line) => ({
    onRequest: [...gatesOf(line.gate), ...confirmation(line.isConfirmed)],
    ...(line.shows && { onSend: recordView(line.shows) }),
    schema: describeForOwners(line),
    config: { shown: shownOf(routes, line) },
  }));
}

/** Mounts a table of routes, some of which take a file as their body. */
async function mountWithFiles<Gate extends string, Parts, Code extends string>(
  app: FastifyInstance,
  routes: readonly Route<Gate, Parts, Code>[],
  parts: Parts,
  optionsOf: (line: Route<Gate, Parts, Code>) => GateOptions,
): Promise<void> {
  const takesFile = ({ endpoint }: Route<Gate, Parts, Code>) => endpoint.told.config?.takesFile === true;
  const others = routes.filter((line) => !takesFile(line));
  mountRoutes(app, others, parts, optionsOf);
  // A separate plugin, because bodies are streams here.
  await app.register(async (uploads) => {
    streamBodies(uploads, { lingerMs });
    mountRoutes(uploads, routes.filter(takesFile), parts, optionsOf);
  });
}

function describeForOwners(line: ReturnType<typeof ownerRoutes>[number]): FastifySchema {
  const { operationId, tags, summary, description, answers } = line.endpoint.told;
  return { operationId, tags, summary, description, security: securityOf(line), response: answers };
}

/**
 * The methods that projects publish, with keys of their own. The gate comes before the errors for unknown paths, so that a
 * caller without a key does not learn which addresses exist.
 */
export async function publishedApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  const { keys, limiter, requestLog, settings, bodies } = parts;
  requestLog.watch(app);
  registerMethodKeys(app, { keys, limiter, requestsPerMinute: settings.rateLimitPerMinute });
  speakFastApi(app, bodies);
  await app.register(async (calls) => {
    registerMethodGate(calls, parts.database);
    mountRoutes(calls, publishedRoutes, parts);
  });
}

/** The API of web chats, for the browsers of visitors. It has its own gate: project keys and owner sessions do not count. */
export async function chatApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  const { database, settings, bodies } = parts;
  // Anybody may begin a session as a visitor.
  speakFastApi(app, bodies, { isProven: false });
  limitBodies(app, largestChatBody);
  registerChatGate(app, { database, settings });
  await mountWithFiles(app, chatRoutes, parts, ({ gate }) => ({ config: { openToAll: gate === 'page' } }));
}

/** Files, for whoever has an address that was signed for one. */
export async function fileDownloads(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app, parts.bodies, { isProven: false });
  mountRoutes(app, fileRoutes, parts, () => ({ exposeHeadRoute: true }));
}

/** The script and the page of each web chat. */
export async function chatPages(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app, parts.bodies, { isProven: false });
  mountRoutes(app, chatPageRoutes, parts);
}

/** Channels deliver here what customers say. Each call is authenticated by a signature or a secret. */
export async function channelApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  takeRawBodies(app, parts.bodies);
  limitBodies(app, largestCall);
  const onRequest = telegramGate(app, parts);
  mountRoutes(app, channelCallRoutes, parts, ({ gate }) => (gate === 'bot secret' ? { onRequest } : {}));
}

/** A payment provider notifies us here of changes. Callers are not authenticated, so their data is not trusted. */
export async function paymentApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  takeRawBodies(app, parts.bodies);
  mountRoutes(app, paymentRoutes, parts);
}

/** Other systems call the receivers of a project here. Each call is signed. */
export async function webhookApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  takeRawBodies(app, parts.bodies);
  mountRoutes(app, webhookRoutes, parts);
}

/** Sets the largest body for routes of this plugin that have no limit of their own. Call it before the routes are declared. */
function limitBodies(app: FastifyInstance, bytes: number): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= bytes;
  });
}

async function usersOfConnection(tx: Transaction, projectId: string, id: string): Promise<string[]> {
  const operations = await operationsThrough(tx, projectId, id);
  const isPaidThrough = await hasOpenPayments(tx, projectId, id);
  return [
    ...(operations.length > 0 ? [`the operations ${operations.join(', ')}`] : []),
    ...(isPaidThrough ? ['payments that are not finished'] : []),
  ];
}

/** For callers whose body is signed, or is read as raw bytes. */
function takeRawBodies(app: FastifyInstance, bodies: BodyBudget): void {
  registerErrors(app, trackRoutes(app));
  keepRawBodies(app, bodies);
  registerValidation(app);
}

interface Manners {
  /** What happens to query parameters and fields of bodies that no route declares. */
  unknown?: 'ignore' | 'refuse';
  /** False if callers need no key, session or similar. */
  isProven?: boolean;
}

/** Whose a body behind the gates is: the key's project, or the person of the session; nobody's at a gate that is open. */
function holderOf({ projectKey, owner }: Partial<FastifyRequest>): string | undefined {
  return projectKey?.projectId ?? owner?.id;
}

function speakFastApi(
  app: FastifyInstance,
  bodies: BodyBudget,
  { unknown = 'ignore', isProven = true }: Manners = {},
): void {
  registerErrors(app, trackRoutes(app));
  registerJsonBodyParser(app, { budget: bodies, holderOf: isProven ? holderOf : () => undefined });
  registerValidation(app, unknown);
  app.setSerializerCompiler(() => JSON.stringify);
}
