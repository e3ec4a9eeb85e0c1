import { z } from 'zod';
import { type ProblemCode, problemCodes, textsByStatus } from './answers.ts';
import type { Piece } from './document-names.ts';
import { named } from './shapes.ts';

/** The error answers of an OpenAPI document. Each is named once, and the operations refer to it. */

export const problem = named(
  'Problem',
  z
    .object({
      detail: z.string().describe('A sentence for people.'),
      code: z.string().describe('Stable; clients may branch on it.'),
    })
    .describe('Any error but a 422.')
    // Some errors have further fields. The schema is closed where an answer lists its codes.
    .meta({ additionalProperties: undefined }),
  { detail: 'This project has no such profile.', code: 'profile_not_found' },
);

const validationItem = named(
  'ValidationItem',
  z.object({
    type: z.string().describe('What is wrong, as pydantic calls it.'),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .describe('The part of the request, then names and positions.'),
    msg: z.string(),
    input: z.unknown().optional().describe('The value as it was received; left out where it is long.'),
    ctx: z.record(z.string(), z.unknown()).optional(),
  }),
  { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: {} },
);

export const validationProblem = named(
  'ValidationProblem',
  z
    .object({ detail: z.array(validationItem) })
    .describe('The request does not have the declared form; every fault is listed, at most 100.'),
  { detail: [{ type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: {} }] },
);

/** Further fields of an error besides `detail` and `code`. */
const fields: Partial<Record<ProblemCode, { schema: Piece; example: Piece }>> = {
  revision_conflict: {
    schema: {
      revision: {
        type: 'integer',
        description: 'With `revision_conflict`: the revision that the rows have.',
      },
      data: {
        type: 'object',
        description: 'With `revision_conflict`, where one row was to be changed: the row as it is now.',
      },
    },
    example: { revision: 8 },
  },
  draft_changed: {
    schema: {
      current: {
        anyOf: [{ $ref: '#/components/schemas/EditedDraft' }, { type: 'null' }],
        description: 'With `draft_changed`: the draft as it is, and who saved it; null if there is none.',
      },
    },
    example: { current: null },
  },
  second_factor_required: {
    schema: {
      login_token: { type: 'string', description: 'With `second_factor_required`: stands for the password.' },
      kinds: {
        type: 'array',
        items: { type: 'string', enum: ['totp', 'passkey', 'recovery_code'] },
        description: 'With `second_factor_required`: what can be given.',
      },
      expires_at: { type: 'string', format: 'date-time', description: 'With `second_factor_required`.' },
    },
    example: {
      login_token: 'lgn_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
      kinds: ['totp', 'recovery_code'],
      expires_at: '2026-11-20T11:01:43.271Z',
    },
  },
  version_retired: {
    schema: {
      newest_version: {
        type: ['integer', 'null'],
        description: 'With `version_retired`: the version to call; null if none is in force.',
      },
    },
    example: { newest_version: 4 },
  },
  file_quota: {
    schema: {
      quota: {
        type: 'string',
        enum: ['customer', 'channel', 'project', 'address'],
        description: 'With `file_quota`: whose it is.',
      },
    },
    example: { quota: 'project' },
  },
  not_publishable: findings('not_publishable', 'blocking'),
  breaking_changes: findings('breaking_changes', 'breaking'),
};

/** The findings of a check, of a definition or a published method. */
function findings(code: ProblemCode, severity: string): { schema: Piece; example: Piece } {
  const items = {
    anyOf: [{ $ref: '#/components/schemas/Finding' }, { $ref: '#/components/schemas/MethodFinding' }],
  };
  return {
    schema: { findings: { type: 'array', items, description: `With \`${code}\`: what the check found.` } },
    example: {
      findings: [{ severity, code: 'target', path: ['target'], message: 'There is no such operation.' }],
    },
  };
}

/** Codes that always occur together, and the name of their answer. */
const together: readonly { name: string; codes: readonly ProblemCode[] }[] = [
  { name: 'Unauthorized', codes: ['not_authenticated', 'invalid_api_key'] },
  { name: 'Forbidden', codes: ['wrong_project', 'missing_scope'] },
  { name: 'SessionRateLimited', codes: ['rate_limited'] },
  { name: 'RateLimited', codes: ['rate_limited', 'too_many_wrong_keys'] },
  { name: 'TooMuchWork', codes: ['rate_limited', 'too_many_wrong_keys', 'queue_full', 'daily_limit'] },
  { name: 'Unavailable', codes: ['database_unavailable', 'busy', 'starting', 'stopping'] },
  {
    name: 'UnavailableToBodies',
    codes: ['too_many_bodies', 'database_unavailable', 'busy', 'starting', 'stopping'],
  },
  {
    name: 'UnavailableToLogins',
    codes: ['too_many_bodies', 'database_unavailable', 'busy', 'starting', 'stopping', 'too_many_logins'],
  },
];

/** Codes of many operations. They name an answer only where it has no other code. */
const usual: readonly ProblemCode[] = ['project_not_found', 'idempotency_key_reused'];

/**
 * The name of an error answer: that of the group, or else the words of its codes. A word that all of them begin or end with is
 * said once: `ProfileOrIdentityNotFound`.
 */
function nameOf(codes: readonly ProblemCode[]): string {
  const group = together.find((one) => one.codes.join() === codes.join());
  if (group) return group.name;
  const special = codes.filter((code) => !usual.includes(code));
  const [first = [], ...others] = (special.length > 0 ? special : codes).map((code) => code.split('_'));
  if (others.length === 0) return pascal(first);
  const isShared = (at: number) => others.every((words) => words.at(at) === first.at(at));
  let start = 0;
  while (isShared(start)) start++;
  let end = 0;
  while (isShared(-1 - end)) end++;
  const middles = [first, ...others].map((words) => pascal(words.slice(start, words.length - end)));
  return pascal(first.slice(0, start)) + middles.join('Or') + pascal(first.slice(first.length - end));
}

const pascal = (words: readonly string[]) =>
  words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');

/**
 * The error answers of an operation.
 * @param codes all its codes, including those of its gates
 * @returns by status, the name of each answer and its entry in `components.responses` without headers
 */
export function errorAnswers(codes: readonly ProblemCode[]): Map<number, { name: string; answer: Piece }> {
  const answers = new Map<number, { name: string; answer: Piece }>();
  for (const { status, ofStatus, description } of textsByStatus(codes)) {
    const examples = ofStatus.map((code) => [
      code,
      { value: { detail: problemCodes[code][1], code, ...fields[code]?.example } },
    ]);
    const properties = Object.assign(
      { code: { type: 'string', enum: ofStatus } },
      ...ofStatus.map((code) => fields[code]?.schema),
    );
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties, required: ['code'] }],
      unevaluatedProperties: false,
    };
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } };
    answers.set(status, { name: nameOf(ofStatus), answer: { description, content } });
  }
  return answers;
}
