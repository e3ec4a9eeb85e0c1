import { z } from 'zod';
import { newId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import type { FactorKind } from '../factors/kinds.ts';
import { requirePassword } from '../gate/checked-password.ts';
import { setRole } from '../gate/members.ts';
import { sessionShape } from '../gate/owner-shapes.ts';
import { insertOwner, ownerByEmail } from '../gate/owners.ts';
import { refused } from '../gate/password-routes.ts';
import { longestPassword, passwordFault, shortestPassword } from '../gate/password-rules.ts';
import { hashPassword } from '../gate/passwords.ts';
import { holdProject, type ProjectRow, projectById } from '../gate/projects.ts';
import { proofFields } from '../gate/proof.ts';
import { type ProofParts, prove } from '../gate/prove.ts';
import { askSecondFactor } from '../gate/second-factor.ts';
import {
  type Authenticated,
  authenticate,
  openSession,
  refuseOtherSites,
  type SessionParts,
  sessionCookie,
} from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody } from '../http/shapes.ts';
import { type InvitationRow, invitationOf, takeInvitation } from './invitations.ts';
import { openInvitationShape } from './shapes.ts';

const token = secret(text({ max: 200 }));
const secondFactor = z
  .object(proofFields)
  .describe('Of an account that has one: it is asked for by the 401 `second_factor_required`.');

const unknown = () =>
  new Problem(
    404,
    'invitation_not_open',
    'There is no such invitation: it has expired, was withdrawn or was accepted. Ask for another.',
  );

const madeMeanwhile = (email: string) =>
  new Problem(401, 'wrong_credentials', `${email} has got an account just now. Send its password.`);

/** The hash of the password that somebody without an account has chosen. @throws ValidationProblem if it is too weak */
async function firstHash(password: string, email: string): Promise<string> {
  const fault = passwordFault(password, email);
  if (fault) throw refused('password', fault);
  return hashPassword(password);
}

/** @throws Problem if there is no such invitation, or its project is deleted */
async function findOpen(
  database: Database,
  given: string,
): Promise<{ invitation: InvitationRow; project: ProjectRow }> {
  const invitation = await invitationOf(database, given);
  if (!invitation) throw unknown();
  const project = await projectById(database, invitation.projectId);
  if (project.deletedAt !== null) throw unknown();
  return { invitation, project };
}

/** In bytes: what a passkey answers takes some kilobytes. */
const largestBody = 64 * 1024;

export const readInvitation = endpoint(
  {
    operationId: 'readInvitation',
    tags: ['People'],
    summary: 'See what an invitation is for',
    bodyLimit: largestBody,
    body: namedBody('InvitationToken', z.object({ token }), {
      token: 'inv_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
    }),
    answers: { 200: openInvitationShape.describe('The invitation.') },
    errors: ['invitation_not_open'],
  },
  async (request, _reply, { database }: SessionParts) => {
    const { invitation, project } = await findOpen(database, request.body.token);
    const { email, role, expiresAt } = invitation;
    return {
      project_id: showId('project', project.id),
      project: project.name,
      email,
      role,
      has_account: (await ownerByEmail(database, email)) !== undefined,
      expires_at: expiresAt.toISOString(),
    };
  },
);

export const acceptInvitation = endpoint(
  {
    operationId: 'acceptInvitation',
    tags: ['People'],
    summary: 'Accept an invitation',
    bodyLimit: largestBody,
    description:
      'Whoever has an account sends its password and, if it has one, a second factor. Whoever has none chooses one, of at least ' +
      `${shortestPassword} characters and none that is found in leaks. Sets the cookie of a session.`,
    body: namedBody(
      'Acceptance',
      z.object({
        token,
        password: secret(text({ max: longestPassword })),
        second_factor: secret(secondFactor.optional()),
      }),
      {
        token: 'inv_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
        password: 'correct horse battery',
      },
    ),
    answers: {
      200: sessionShape
        .describe('The session; its cookie comes in `Set-Cookie`.')
        .meta({ headers: sessionCookie }),
    },
    errors: [
      'invitation_not_open',
      'wrong_credentials',
      'second_factor_required',
      'factor_refused',
      'csrf_failed',
      'too_many_attempts',
      'too_many_logins',
    ],
  },
  async (request, reply, parts: SessionParts & ProofParts) => {
    refuseOtherSites(request);
    const { database } = parts;
    const { token: given, password, second_factor: proof } = request.body;
    const { email, role, projectId } = (await findOpen(database, given)).invitation;
    const account = await ownerByEmail(database, email);
    const person: Authenticated = account
      ? await authenticate(request, reply, parts, { email, password })
      : { id: newId(), email, hasSecondFactor: false, passwordHash: await firstHash(password, email) };
    let kind: FactorKind | undefined;
    if (person.hasSecondFactor) {
      if (!proof) throw await askSecondFactor(request, parts, person, 'invitation');
      kind = await prove(request, reply, parts, person, proof, 'second login');
    }
    await database.transaction(async (tx) => {
      const isTaken = (await holdProject(tx, projectId)) && (await takeInvitation(tx, given));
      if (!isTaken) throw unknown();
      if (account) {
        await requirePassword(tx, person);
      } else {
        const { id, passwordHash } = person;
        const mayMakeProjects = role === 'owner';
        const isMade = await insertOwner(tx, { id, email, passwordHash, mayMakeProjects, isWeak: false });
        if (!isMade) throw madeMeanwhile(email);
      }
      await setRole(tx, { projectId, personId: person.id, role });
      await writeAudit(tx, {
        projectId,
        actor: { type: 'owner', id: showId('owner', person.id), name: email },
        action: 'person.joined',
        subject: { type: 'person', id: showId('owner', person.id) },
        requestId: request.id,
        data: { email, role },
      });
      if (kind === 'recovery_code')
        await recordForInstallation(tx, { kind: 'recovery_code.used', person, request });
      await recordForInstallation(tx, {
        kind: 'invitation.accepted',
        person: { id: person.id, email },
        request,
        data: { project: showId('project', projectId), role, new_account: account === undefined },
      });
    });
    return openSession(request, reply, parts, { ...person, isConfirmed: person.hasSecondFactor });
  },
);
