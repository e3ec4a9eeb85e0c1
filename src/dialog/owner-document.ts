import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { Route } from '../platform/routes.ts';
import { documentHead } from '../platform/specification.ts';
import { bodyCodes, faultCodes, type ProblemCode } from './http/answers.ts';
import { bodyCodesOf, documentOf } from './http/document.ts';
import { type GuestOperation, withGuest } from './http/document-guest.ts';
import { keyErrorHeaders, keyHeaders } from './http/document-headers.ts';
import type { OwnerGate } from './owner-parts.ts';
import { isProjectGate } from './rights/roles.ts';

const description =
  'For owners: projects, their keys and channels, what they say and do, and what became of it.\n\n' +
  'Log in with `POST /api/owner/session`: the answer sets a cookie and shows a `csrf_token`. Every other request needs ' +
  'the cookie, and every write also needs the `csrf_token` in `X-CSRF-Token`.\n\n' +
  'Programs send a personal token instead, `Authorization: Bearer pt_…`, and neither cookie nor `X-CSRF-Token`: in projects, and for ' +
  'the list of them.\n\n' +
  'Every error but a 422 is `{"detail", "code"}`: `detail` is a sentence for people, `code` is stable. An unknown ' +
  'query parameter is a 422. Beside the codes listed with each operation, any address may answer 404 ' +
  '`not_found`, 405 `method_not_allowed` and, to a request with more than one `Host` header, 400 `several_hosts`.';

const tags = [
  { name: 'Session', description: 'Logging in and out.' },
  {
    name: 'Second factors',
    description: 'An app that makes codes, passkeys and recovery codes, besides the password.',
  },
  { name: 'Projects', description: 'Your projects, and what is set for each.' },
  { name: 'People', description: 'Who works in a project, with which role, and who is invited.' },
  { name: 'Keys', description: 'Keys for backends that call the project API.' },
  {
    name: 'Channels',
    description: 'Ways to reach customers, and the accounts of customers in them.',
  },
  { name: 'Linking', description: 'Linking accounts that belong to the same customer, and unlinking them.' },
  {
    name: 'Dialogs',
    description: "The operator's side: what is said, and taking dialogs from the scenario.",
  },
  {
    name: 'Inbox',
    description: 'Conversations with customers over all channels, and who of the project sees to which.',
  },
  { name: 'Scenario', description: 'How a project talks with its customers.' },
  { name: 'Workflows', description: 'Automation without a dialog.' },
  { name: 'Connections', description: 'Other systems, and how to reach them.' },
  { name: 'Operations', description: 'What the project can do in other systems.' },
  { name: 'Payments', description: 'What was sold, and refunds.' },
  {
    name: 'Methods',
    description: 'Operations and workflows that the project publishes, with keys for those who call them.',
  },
  { name: 'Tables', description: 'Rows of JSON that the project keeps.' },
  { name: 'Files', description: 'Files of the project, whoever uploaded them.' },
  {
    name: 'Catalog',
    description: 'Suppliers and their offers, which belong to the installation and to no project.',
  },
  { name: 'Receivers', description: 'Addresses at which other systems call the project, and their calls.' },
  {
    name: 'Subscriptions',
    description: 'Addresses that are notified of events, and the deliveries to them.',
  },
  {
    name: 'Oversight',
    description: 'Readiness, waiting work, the audit log, the request log, and unknown outcomes.',
  },
];

type Line = Route<OwnerGate, never, ProblemCode>;

const sessionCodes = ['session_required', 'two_credentials', 'rate_limited'] as const satisfies ProblemCode[];

/** Where a personal token may come instead of a session. */
const tokenCodes = [
  'invalid_token',
  'address_not_allowed',
  'too_many_wrong_keys',
] as const satisfies ProblemCode[];

/** The codes that the gates of a route can answer. */
function gateCodes({ method, gate, isConfirmed }: Line): ProblemCode[] {
  if (gate === 'open') return [];
  return [
    ...sessionCodes,
    ...(gate === 'session' ? (['session_only'] as const) : tokenCodes),
    ...(method === 'GET' ? [] : (['csrf_failed'] as const)),
    ...(isProjectGate(gate) ? (['project_not_found'] as const) : []),
    // Whoever is in the project passes.
    ...(isProjectGate(gate) && gate !== 'member' ? (['role_required'] as const) : []),
    ...(isConfirmed ? (['confirmation_required'] as const) : []),
  ];
}

/**
 * The OpenAPI document of the owner API, made from its table of routes.
 * @param cookie the name of the session cookie
 */
export function ownerDocument(
  routes: readonly Line[],
  { publicUrl, cookie }: { publicUrl: string | undefined; cookie: string },
): FastifyDynamicSwaggerOptions {
  return {
    openapi: documentHead({
      name: 'owner API',
      description,
      publicUrl,
      tags,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'The cookie that the login sets.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The `csrf_token` of the session, for every write.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal token, `pt_…`.' },
      },
    }),
    ...documentOf({
      prefix: '/api/owner',
      routes,
      codesOf: (line) => [...gateCodes(line), ...bodyCodesOf(line.endpoint.told), ...faultCodes],
      headers: keyHeaders,
      errorHeaders: keyErrorHeaders,
    }),
  };
}

/** The security schemes of a route in the document. */
export function securityOf({ method, gate }: Pick<Line, 'method' | 'gate'>): Record<string, never[]>[] {
  if (gate === 'open') return [];
  const withSession: Record<string, never[]> = method === 'GET' ? { session: [] } : { session: [], csrf: [] };
  return gate === 'session' ? [withSession] : [withSession, { token: [] }];
}

/** The catalog at its addresses below `/api/owner`, as it describes itself. */
export interface CatalogGuest {
  read: () => object;
  operations: readonly GuestOperation[];
}

/** The document of the owner API with the operations of the catalog. */
export function withCatalog(document: object, catalog: CatalogGuest): object {
  return withGuest(document, {
    guest: catalog.read(),
    operations: catalog.operations,
    tag: 'Catalog',
    codesOf: ({ method, codes }) => [
      ...sessionCodes,
      ...(method === 'GET' ? [] : (['csrf_failed'] as const)),
      ...tokenCodes,
      ...(['may_not_make_projects', 'session_only', 'role_required'] as const),
      ...(codes.includes('body_unreadable') ? bodyCodes.filter((code) => !codes.includes(code)) : []),
      ...faultCodes,
    ],
    securityOf: ({ method }) => securityOf({ method: method as Line['method'], gate: 'person' }),
    headers: keyHeaders,
    errorHeaders: keyErrorHeaders,
  });
}
