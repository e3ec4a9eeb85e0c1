import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Transaction } from '../platform/postgres.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { telegramInboundRoutes } from './channels/telegram/inbound.ts';
import { registerChatGate } from './channels/webchat/gate.ts';
import { chatPageRoutes } from './channels/webchat/pages.ts';
import { chatRoutes } from './channels/webchat/routes.ts';
import { webhookInboundRoutes } from './channels/webhook-inbound.ts';
import { connectionRoutes } from './connections/routes.ts';
import { automationEventRoutes } from './events/automation.ts';
import { eventRoutes } from './events/dialog-events.ts';
import { registerProjectGate } from './gate/project-gate.ts';
import { registerErrors, trackRoutes } from './http/errors.ts';
import { keepRawBodies, registerJsonBodyParser } from './http/json-body.ts';
import { registerValidation } from './http/validation.ts';
import { messageRoutes } from './messages/routes.ts';
import { miniappRoutes } from './miniapp/routes.ts';
import { jobRoutes } from './operations/jobs.ts';
import { operationOwnerRoutes } from './operations/owner-routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { operationsThrough } from './operations/store.ts';
import { channelRoutes } from './owner/channels.ts';
import { dialogRoutes } from './owner/dialogs.ts';
import { identityRoutes } from './owner/identities.ts';
import { keyRoutes } from './owner/keys.ts';
import { linkCodeRoutes } from './owner/link-codes.ts';
import { logRoutes } from './owner/log.ts';
import { profileLinkRoutes } from './owner/profiles.ts';
import { projectScope } from './owner/project-scope.ts';
import { projectRoutes } from './owner/projects.ts';
import { scenarioRoutes } from './owner/scenario.ts';
import { sessionGate, sessionRoutes } from './owner/session.ts';
import { unsettledRoutes } from './owner/unsettled.ts';
import { ownerWorkflowRoutes } from './owner/workflows.ts';
import type { DialogParts } from './parts.ts';
import { paymentNotificationRoutes } from './payments/notifications.ts';
import { paymentRoutes } from './payments/routes.ts';
import { hasOpenPayments } from './payments/unfinished.ts';
import { profileRoutes } from './profiles/routes.ts';
import { settingsRoutes } from './project-settings/routes.ts';
import { callRoutes } from './published/call-routes.ts';
import { registerMethodKeys } from './published/gate.ts';
import { methodKeyRoutes } from './published/key-routes.ts';
import { ownerMethodRoutes } from './published/owner-routes.ts';
import { readinessRoutes } from './readiness/routes.ts';
import { ownerTableRoutes } from './tables/owner-routes.ts';
import { tableRoutes } from './tables/routes.ts';
import { receiverRoutes } from './webhooks/inbound/owner-routes.ts';
import { subscriptionRoutes } from './webhooks/outbound/owner-routes.ts';
import { workflowRoutes } from './workflows/routes.ts';

export { inboundRoutes } from './webhooks/inbound/routes.ts';

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
          'Pilot. Customer profiles merged across channels, messages, events for dialogs and workflows, operations in ' +
          'other systems, payments, data tables, an audit log and analytics.\n\n' +
          'A 202 means that the write is stored and will be carried out once. A repetition with the same ' +
          '`Idempotency-Key`, or `event_id`, and body is answered and does nothing.\n\n' +
          'Every error but a 422 is `{"detail", "code"}`: `detail` is a sentence for people, `code` is stable. Beside ' +
          'the codes listed with each operation, any address may answer 404 `not_found` and 405 `method_not_allowed`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Profiles', description: 'Customers, each with their accounts in all channels.' },
        { name: 'Messages', description: 'What is said to a customer through one of their accounts.' },
        { name: 'Events', description: 'What happened elsewhere and moves a dialog or starts workflows.' },
        { name: 'Workflows', description: 'Automation without a dialog, and its runs.' },
        {
          name: 'Operations',
          description: 'What the project can do in other systems, and the jobs that do it.',
        },
        { name: 'Payments', description: 'What was sold for money, and giving it back.' },
        { name: 'Tables', description: 'Rows of JSON that the project keeps, apart for each environment.' },
        {
          name: 'Audit',
          description: 'Everything that was accepted, what became of it, and what owners did.',
        },
        { name: 'Analytics', description: 'Figures of the project by day.' },
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
      paymentRoutes(project, parts);
      eventRoutes(project, parts);
      automationEventRoutes(project, parts);
      workflowRoutes(project, parts);
      tableRoutes(project, parts);
      auditRoutes(project, parts);
      analyticsRoutes(project, parts);
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
        channelRoutes(project, { ...parts, publicUrl: parts.settings.publicUrl });
        identityRoutes(project, parts);
        profileLinkRoutes(project, parts);
        linkCodeRoutes(project, parts);
        dialogRoutes(project, { ...parts, retryDeadlineMs: parts.settings.retryDeadlineMs });
        connectionRoutes(project, { ...parts, usersOf: usersOfConnection });
        operationOwnerRoutes(project, parts);
        scenarioRoutes(project, parts);
        ownerWorkflowRoutes(project, parts);
        unsettledRoutes(project, { ...parts, retryDeadlineMs: parts.settings.retryDeadlineMs });
        ownerTableRoutes(project, parts);
        ownerMethodRoutes(project, parts);
        methodKeyRoutes(project, parts);
        receiverRoutes(project, { ...parts, publicUrl: parts.settings.publicUrl });
        subscriptionRoutes(project, parts);
        logRoutes(project, parts);
        settingsRoutes(project, parts);
        miniappRoutes(project, parts);
        readinessRoutes(project, parts);
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

/** The API of web chats, for the browsers of visitors. It has its own gate: neither keys nor sessions of owners count here. */
export async function chatApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  speakFastApi(app);
  const { database, settings, feed } = parts;
  // Before the server waits for the last answer: these have no end of their own.
  app.addHook('preClose', async () => feed.close());
  registerChatGate(app, { database, publicUrl: settings.publicUrl });
  chatRoutes(app, { ...parts, retryDeadlineMs: settings.retryDeadlineMs });
}

/** The script and the page of each web chat. */
export async function chatPages(app: FastifyInstance, { database, settings }: DialogParts): Promise<void> {
  speakFastApi(app);
  chatPageRoutes(app, { database, publicUrl: settings.publicUrl });
}

/** Where channels hand over what customers say. Each call proves itself by a signature or a secret. */
export async function channelApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  registerErrors(app, trackRoutes(app));
  keepRawBodies(app);
  telegramInboundRoutes(app, parts);
  webhookInboundRoutes(app, parts);
}

/** Where a payment provider says that something has changed. Nobody who calls is trusted. */
export async function paymentApi(app: FastifyInstance, parts: DialogParts): Promise<void> {
  registerErrors(app, trackRoutes(app));
  paymentNotificationRoutes(app, parts);
}

async function usersOfConnection(tx: Transaction, projectId: string, id: string): Promise<string[]> {
  const operations = await operationsThrough(tx, projectId, id);
  const isPaidThrough = await hasOpenPayments(tx, projectId, id);
  return [
    ...(operations.length > 0 ? [`the operations ${operations.join(', ')}`] : []),
    ...(isPaidThrough ? ['payments that are not finished'] : []),
  ];
}

function speakFastApi(app: FastifyInstance): void {
  registerErrors(app, trackRoutes(app));
  registerJsonBodyParser(app);
  registerValidation(app);
  app.setSerializerCompiler(() => JSON.stringify);
}
