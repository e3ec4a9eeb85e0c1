import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { auditRoutes } from './audit/routes.ts';
import { keepRawBodies } from './channels/inbound.ts';
import { telegramInboundRoutes } from './channels/telegram/inbound.ts';
import { webhookInboundRoutes } from './channels/webhook-inbound.ts';
import { connectionRoutes } from './connections/routes.ts';
import { automationEventRoutes } from './events/automation.ts';
import { eventRoutes } from './events/dialog-events.ts';
import { registerProjectGate } from './gate/project-gate.ts';
import { registerErrors, trackRoutes } from './http/errors.ts';
import { registerJsonBodyParser } from './http/json-body.ts';
import { registerValidation } from './http/validation.ts';
import { messageRoutes } from './messages/routes.ts';
import { jobRoutes } from './operations/jobs.ts';
import { operationOwnerRoutes } from './operations/owner-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { operationsThrough } from './operations/store.ts';
import { channelRoutes } from './owner/channels.ts';
import { dialogRoutes } from './owner/dialogs.ts';
import { identityRoutes } from './owner/identities.ts';
import { keyRoutes } from './owner/keys.ts';
import { logRoutes } from './owner/log.ts';
import { projectScope } from './owner/project-scope.ts';
import { projectRoutes } from './owner/projects.ts';
import { scenarioRoutes } from './owner/scenario.ts';
import { sessionGate, sessionRoutes } from './owner/session.ts';
import { unsettledRoutes } from './owner/unsettled.ts';
import { ownerWorkflowRoutes } from './owner/workflows.ts';
import type { DialogParts } from './parts.ts';
import { profileRoutes } from './profiles/routes.ts';
import { callRoutes } from './published/call-routes.ts';
import { registerMethodKeys } from './published/gate.ts';
import { methodKeyRoutes } from './published/key-routes.ts';
import { ownerMethodRoutes } from './published/owner-routes.ts';
import { ownerTableRoutes } from './tables/owner-routes.ts';
import { tableRoutes } from './tables/routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

/**
 * The project API, for client backends with a bearer key, and its document. Everything under one project passes the
 * same gates.
 */
export async function projectApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley project API',
        version: '0.12.0',
        description:
          'Pilot. Customer profiles merged across channels, messages, operations in other systems, data tables, and ' +
          'an audit log.\n\n' +
          'A 202 means that the write is stored and will be carried out once. A repetition with the same ' +
          '`Idempotency-Key` and body gets the same answer and does nothing.\n\n' +
          'Every error but a 422 is `{"detail", "code"}`: `detail` is a sentence for people, `code` is stable. Beside ' +
          'the codes listed with each operation, any address may answer 404 `not_found` and 405 `method_not_allowed`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Profiles', description: 'Customers, each with their accounts in all channels.' },
        { name: 'Messages', description: 'What is said to a customer through one of their accounts.' },
        { name: 'Tables', description: 'Rows of JSON that the project keeps, apart for each environment.' },
        { name: 'Events', description: 'What happened elsewhere and moves a dialog or starts workflows.' },
        { name: 'Workflows', description: 'Automation without a dialog, and its runs.' },
        {
          name: 'Operations',
          description: 'What the project can do in other systems, and the jobs that do it.',
        },
        {
          name: 'Audit',
          description: 'Everything that was accepted, what became of it, and what owners did.',
        },
      ],
      servers: [{ url: parts.settings.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          projectKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A project key, `pk_…`. For servers only.',
          },
        },
      },
      security: [{ projectKey: [] }],
    },
    transform: jsonSchemaTransform,
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());

  await app.register(
    async (project) => {
      parts.requestLog.watch(project);
      registerProjectGate(project, {
        keys: parts.keys,
        limiter: parts.limiter,
        requestsPerMinute: parts.settings.rateLimitPerMinute,
      });
      profileRoutes(project, parts);
      messageRoutes(project, parts);
      operationRoutes(project, parts);
      jobRoutes(project, parts);
      eventRoutes(project, parts);
      automationEventRoutes(project, parts);
      workflowRoutes(project, parts);
      tableRoutes(project, parts);
      auditRoutes(project, parts);
    },
    { prefix: '/projects/:project_id' },
  );
}

/** The owner's API, for the console and the command line, behind a session. */
export async function ownerApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app);
  await app.register(cookie);
  const secure = parts.settings.publicUrl?.startsWith('https:') ?? false;
  sessionRoutes(app, { ...parts, secure });

  await app.register(async (owned) => {
    owned.addHook('onRequest', sessionGate({ ...parts, secure }));
    projectRoutes(owned, parts);
    await owned.register(
      async (project) => {
        project.addHook('onRequest', projectScope(parts.database));
        keyRoutes(project, parts);
        channelRoutes(project, parts);
        identityRoutes(project, parts);
        dialogRoutes(project, parts);
        connectionRoutes(project, { ...parts, usersOf: operationsThrough });
        operationOwnerRoutes(project, parts);
        scenarioRoutes(project, parts);
        ownerWorkflowRoutes(project, parts);
        unsettledRoutes(project, { ...parts, retryDeadlineMs: parts.settings.retryDeadlineMs });
        ownerTableRoutes(project, parts);
        ownerMethodRoutes(project, parts);
        methodKeyRoutes(project, parts);
        logRoutes(project, parts);
      },
      { prefix: '/projects/:project_id' },
    );
  });
}

/**
 * The methods that a project publishes, behind keys of their own. Its key is what a request is asked for first, so it
 * does not learn which addresses there are: the gate comes before the errors for those that are unknown.
 */
export async function publishedApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  const { keys, limiter, requestLog, settings } = parts;
  requestLog.watch(app);
  registerMethodKeys(app, { keys, limiter, requestsPerMinute: settings.rateLimitPerMinute });
  speakFastApi(app);
  await app.register(async (calls) => callRoutes(calls, { ...parts, publicUrl: settings.publicUrl }));
}

/** Where channels hand over what customers say. Each call proves itself by a signature or a secret. */
export async function channelApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  registerErrors(app, trackRoutes(app));
  keepRawBodies(app);
  telegramInboundRoutes(app, parts);
  webhookInboundRoutes(app, parts);
}

function speakFastApi(app: FastifyInstance): void {
  registerErrors(app, trackRoutes(app));
  registerJsonBodyParser(app);
  registerValidation(app);
  app.setSerializerCompiler(() => JSON.stringify);
}
