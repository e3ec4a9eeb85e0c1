import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { list, literal, text } from '../http/fields.ts';
import { listOf, moment, named, namedBody, nothing } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { isWithin, type Role, roles } from '../rights/roles.ts';
import { addressesField, futureMoment, limitsIn } from './key-limits.ts';
import { rolesOf } from './members.ts';
import { lockOwner } from './owners.ts';
import { mostTokens, revokeTokens, storeToken, type TokenRow, tokensOf } from './personal-tokens.ts';
import { requireSession } from './sessions.ts';

/** The personal tokens of whoever is logged in. Only a session makes and revokes them. */

const dayMs = 86_400_000;
const usualDays = 90;
const mostDays = 366;
const mostProjects = 100;

const example = {
  id: 'tok_01m7w90pqhf5rv2cbgk4dw6m3s',
  name: 'Deployment',
  hint: '7Qad',
  role: 'developer' as const,
  project_ids: ['prj_01m7w90q5xf6nvy2k4p8d3t7ra'],
  allowed_addresses: [],
  created_at: '2026-11-20T10:51:43.271Z',
  expires_at: '2027-02-18T10:51:43.271Z',
  last_used_at: null,
  last_used_address: null,
  revoked_at: null,
};

const tokenShape = named(
  'PersonalToken',
  z.object({
    id: z.string().describe('`tok_…`'),
    name: z.string(),
    hint: z.string().describe('The last four characters.'),
    role: z
      .enum(roles)
      .nullable()
      .describe('It may do no more than this role, and no more than you; null: as much as you.'),
    project_ids: z.array(z.string()).nullable().describe('Where it works; null: in all your projects.'),
    allowed_addresses: z.array(z.string()).describe('From where it may be used; empty: from everywhere.'),
    created_at: moment,
    expires_at: moment,
    last_used_at: moment.nullable().describe('To the minute.'),
    last_used_address: z.string().nullable().describe('From where it was used then.'),
    revoked_at: moment.nullable(),
  }),
  example,
);

const newTokenShape = named(
  'CreatedPersonalToken',
  tokenShape.extend({ token: z.string().describe('`pt_…`; shown this once.') }),
  { ...example, token: 'pt_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzW7Qad' },
);

const newToken = namedBody(
  'NewPersonalToken',
  z.object({
    name: text({ min: 1, max: 100 }),
    expires_at: futureMoment
      .refine((given) => Date.parse(given) <= Date.now() + mostDays * dayMs, 'must be within a year from now')
      .optional()
      .describe(
        `From this moment on it is refused (RFC 3339): within a year; in ${usualDays} days if absent.`,
      ),
    role: literal([...roles])
      .nullish()
      .describe('It may do no more than this role, which is not above yours in any project where it works.'),
    project_ids: list(text({ max: 64 }), { max: mostProjects })
      .refine((given) => given.length > 0, 'name a project; for all your projects leave the field out')
      .nullish()
      .describe('It works in these projects only.'),
    allowed_addresses: addressesField,
  }),
  { name: 'Deployment', role: 'developer', project_ids: ['prj_01m7w90q5xf6nvy2k4p8d3t7ra'] },
);

interface TokenParts {
  database: Database;
}

export const listTokens = endpoint(
  {
    operationId: 'listPersonalTokens',
    tags: ['Session'],
    summary: 'List your personal tokens',
    answers: { 200: listOf(tokenShape, 'Newest first, also those that ended in the last 90 days.') },
  },
  async ({ owner }, _reply, { database }: TokenParts) => ({
    items: (await tokensOf(database, owner.id)).map(present),
  }),
);

export const makeToken = endpoint(
  {
    operationId: 'createPersonalToken',
    tags: ['Session'],
    summary: 'Make a personal token',
    description:
      'With it a program calls the owner API as you, in projects and for the list of them. It may do no more than you may at that ' +
      'moment, and ends with your account or your password.',
    body: newToken,
    answers: { 201: newTokenShape.describe('The new token.') },
    errors: ['too_many_tokens'],
  },
  async (request, reply, { database }: TokenParts) => {
    const { owner: person, body } = request;
    const { name, role = null, project_ids: publicIds, allowed_addresses, expires_at: expires } = body;
    const made = await database.transaction(async (tx) => {
      await lockOwner(tx, person.id);
      await requireSession(tx, person);
      const wanted = {
        ...{ person, name, role },
        projectIds: await projectsFor(tx, person.id, role, publicIds ?? undefined),
        allowedAddresses: limitsIn({ allowed_addresses }).allowedAddresses ?? null,
        expiresAt: expires === undefined ? new Date(Date.now() + usualDays * dayMs) : new Date(expires),
      };
      return storeToken(tx, wanted, request);
    });
    if (!made) {
      throw new Problem(
        409,
        'too_many_tokens',
        `You have ${mostTokens} personal tokens in force. Revoke one that is not used any more.`,
      );
    }
    return reply.code(201).send({ ...present(made.row), token: made.text });
  },
);

export const endToken = endpoint(
  {
    operationId: 'revokePersonalToken',
    tags: ['Session'],
    summary: 'Revoke a personal token',
    description: 'At once and in every process.',
    params: z.object({ token_id: z.string().describe('`tok_…`') }),
    answers: { 204: nothing('It is revoked.') },
    errors: ['token_not_found'],
  },
  async (request, reply, { database }: TokenParts) => {
    const id = readId('personalToken', request.params.token_id);
    const end = { person: request.owner, request };
    const ended = id === undefined ? 0 : await database.transaction((tx) => revokeTokens(tx, end, id));
    if (ended === 0) {
      throw new Problem(
        404,
        'token_not_found',
        'You have no such token in force. GET /api/owner/tokens lists them.',
      );
    }
    return reply.code(204).send();
  },
);

/**
 * The projects of a new token, as they are stored.
 * @param given their public ids; undefined: all projects of the person, also later ones
 * @throws ValidationProblem for a project in which the person is not, or a role above theirs
 */
async function projectsFor(
  tx: Transaction,
  personId: string,
  role: Role | null,
  given: readonly string[] | undefined,
): Promise<string[] | null> {
  const all = await rolesOf(tx, personId);
  const wanted = given && new Set(given.map((publicId) => readId('project', publicId)));
  const covered = all.filter(({ projectId }) => !wanted || wanted.has(projectId));
  if (wanted && covered.length < wanted.size) {
    const known = new Set(all.map(({ projectId }) => showId('project', projectId)));
    const missing = given.filter((publicId) => !known.has(publicId));
    throw faultAt('project_ids', `you are in no project ${missing.join(', ')}`);
  }
  const below = covered.find((one) => role !== null && !isWithin(role, one.role));
  if (below) {
    const project = showId('project', below.projectId);
    throw faultAt('role', `your role in ${project} is ${below.role}, which may not do all that ${role} may`);
  }
  return wanted ? covered.map(({ projectId }) => projectId) : null;
}

const faultAt = (field: string, message: string) =>
  new ValidationProblem([valueError(['body', field], message, null)]);

function present(row: TokenRow): z.output<typeof tokenShape> {
  return {
    id: showId('personalToken', row.id),
    name: row.name,
    hint: row.hint,
    role: row.role,
    project_ids: row.projectIds?.map((id) => showId('project', id)) ?? null,
    allowed_addresses: row.allowedAddresses ?? [],
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_address: row.lastUsedAddress,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
