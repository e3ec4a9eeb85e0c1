import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { documentHead } from '../platform/specification.ts';
import { faultCodes, keyGateCodes } from './http/answers.ts';
import { bodyCodesOf, documentOf } from './http/document.ts';
import { keyErrorHeaders, keyHeaders } from './http/document-headers.ts';
import { projectRoutes } from './project-api.ts';

const description =
  'For your backend: customer profiles merged across channels, messages, events for dialogs and workflows, operations in ' +
  'other systems, payments, tables, an audit log and analytics. This API is a pilot.\n\n' +
  'Every request carries a key of the project, `Authorization: Bearer pk_…`. The owner makes keys with the owner API ' +
  'and chooses their scopes. On the page `/docs`, the menu at the top left leads to the owner API and to the offer ' +
  'catalog API.\n\n' +
  'A 202 means that the write is stored and will be carried out once. A repetition with the same ' +
  '`Idempotency-Key` (or `event_id`) and the same body gets the first answer and does nothing.\n\n' +
  'Every error but a 422 is `{"detail", "code"}`: `detail` is a sentence for people, `code` is stable. Beside ' +
  'the codes listed with each operation, any address may answer 404 `not_found`, 405 `method_not_allowed` and, to ' +
  'a request with more than one `Host` header, 400 `several_hosts`.';

const tags = [
  { name: 'Profiles', description: 'Customers, each with their accounts in all channels.' },
  { name: 'Messages', description: 'Messages to a customer through one of their accounts.' },
  { name: 'Events', description: 'Events from other systems, which move a dialog or start workflows.' },
  { name: 'Workflows', description: 'Automation without a dialog, and its runs.' },
  { name: 'Operations', description: 'What the project can do in other systems, and the jobs that do it.' },
  { name: 'Payments', description: 'Sold orders and their refunds.' },
  { name: 'Tables', description: 'Rows of JSON, separate for each environment.' },
  { name: 'Files', description: 'Files of any type, and addresses from which they are downloaded.' },
  { name: 'Audit', description: 'Accepted writes, their outcomes, and actions of owners.' },
  { name: 'Analytics', description: 'Figures of the project by day.' },
];

/** The OpenAPI document of the project API, made from its table of routes. */
export function projectDocument(publicUrl: string | undefined): FastifyDynamicSwaggerOptions {
  return {
    openapi: documentHead({
      name: 'project API',
      description,
      publicUrl,
      tags,
      securitySchemes: {
        projectKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A project key, `pk_…`. For servers only.',
        },
      },
      security: [{ projectKey: [] }],
    }),
    ...documentOf({
      prefix: '/api/v1/projects/{project_id}',
      routes: projectRoutes,
      codesOf: ({ endpoint: { told } }) => [...keyGateCodes, ...bodyCodesOf(told), ...faultCodes],
      headers: keyHeaders,
      errorHeaders: keyErrorHeaders,
    }),
  };
}
