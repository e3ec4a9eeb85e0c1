import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/postgres.ts';
import { Problem } from '../platform/problem.ts';
import { mayMakeProjects } from './gate/members.ts';
import { personGates } from './gate/token-gate.ts';
import type { ProblemCode } from './http/answers.ts';
import { answerProblem } from './http/errors.ts';
import { ValidationProblem, valueError } from './http/validation.ts';
import type { ValidationItem } from './http/validation-items.ts';
import type { DialogParts } from './parts.ts';
import { type ProjectGate, passes } from './rights/roles.ts';

/** What the catalog refuses, as it tells it. */
interface Refused {
  status: number;
  code: ProblemCode | 'not_found' | 'method_not_allowed';
  body: unknown;
  headers: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** Errors by field; those of elements of a list are under their index. */
type FieldErrors = { [field: string]: string[] | FieldErrors };

/**
 * The door of the owner API to the catalog of suppliers and offers, which knows nothing of owners: their gates, and their form of
 * errors. The catalog belongs to no project, so it is for those who may make projects. A personal token for certain projects does not
 * open it; with one of a role, what that role may do in a project counts: reading, or building.
 */
export async function catalogDoor(app: FastifyInstance, { database, settings, limiter }: DialogParts) {
  await app.register(cookie);
  const { person } = personGates({
    ...{ database, limiter, requestsPerMinute: settings.rateLimitPerMinute },
    sessionRequestsPerMinute: settings.sessionRateLimitPerMinute,
    secure: settings.publicUrl?.startsWith('https:') ?? false,
  });
  const gateOf = (needed: ProjectGate) => async (request: FastifyRequest, reply: FastifyReply) => {
    await person(request, reply);
    await admit(database, request.owner, needed);
  };
  return {
    gates: { read: gateOf('read'), write: gateOf('build') },
    holderOf: ({ owner }: Partial<FastifyRequest>) => owner?.id,
    checkNames,
    answer: (reply: FastifyReply, refused: Refused) =>
      answerProblem(reply, problemOf(refused, reply.request.method)),
  };
}

async function admit(
  database: Database,
  { id, token }: FastifyRequest['owner'],
  needed: ProjectGate,
): Promise<void> {
  if (!(await mayMakeProjects(database, id))) {
    throw new Problem(
      403,
      'may_not_make_projects',
      'Your account is there to help in projects of others, and the catalog belongs to no project. ' +
        'Somebody who may make projects can see it.',
    );
  }
  if (token?.projectIds) {
    throw new Problem(
      403,
      'session_only',
      'This token is for certain projects, and the catalog belongs to none. Use one for all projects, or log in.',
    );
  }
  if (token?.role && !passes(token.role, needed)) {
    throw new Problem(
      403,
      'role_required',
      `The role of this token is ${token.role}. Use one with the role owner or developer` +
        `${needed === 'read' ? ', or to read operator or analyst' : ''}, or log in.`,
    );
  }
}

/** Refuses what a route does not know, like all routes of the owner API. @throws ValidationProblem */
function checkNames(request: FastifyRequest, known: readonly string[]): void {
  const unknown = Object.entries(request.query as Record<string, unknown>).filter(
    ([name]) => !known.includes(name),
  );
  if (unknown.length === 0) return;
  throw new ValidationProblem(
    unknown.map(([name, input]) => ({
      type: 'extra_forbidden',
      loc: ['query', name],
      msg: 'Extra inputs are not permitted',
      input,
    })),
  );
}

function problemOf({ status, code, body, headers, cause }: Refused, method: string): Problem {
  if (cause instanceof Problem) return cause;
  const { detail, ...fields } = (Array.isArray(body) ? {} : body) as Record<string, unknown>;
  if (typeof detail !== 'string') {
    const part = method === 'GET' ? 'query' : 'body';
    return new ValidationProblem(itemsOf(body as string[] | FieldErrors, [part]));
  }
  return new Problem(status, code, detail, { headers, fields });
}

/** The faults of fields. The values are not repeated: the catalog does not tell them. */
function itemsOf(errors: string[] | FieldErrors, loc: (string | number)[]): ValidationItem[] {
  if (Array.isArray(errors)) {
    return errors.map((message) => {
      const { input: _, ...item } = valueError(loc, message, null);
      return item;
    });
  }
  return Object.entries(errors).flatMap(([name, inner]) =>
    itemsOf(inner, name === 'non_field_errors' ? loc : [...loc, /^\d+$/.test(name) ? Number(name) : name]),
  );
}
