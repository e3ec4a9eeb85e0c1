import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import { endRightToMake, type Member, membersOf, removeMember, setRole } from '../gate/members.ts';
import { lockProject, projectById } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { endSessions } from '../gate/sessions.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, namedBody, nothing } from '../http/shapes.ts';
import { linksBelow } from '../mail/links.ts';
import type { Mail } from '../mail/outbox.ts';
import { type Role, roles } from '../rights/roles.ts';
import {
  type InvitationRow,
  invitationsInto,
  invite,
  mayInvite,
  mostInvitations,
  withdraw,
  withdrawAllBy,
} from './invitations.ts';
import { invitationShape, newInvitationShape, personShape } from './shapes.ts';

interface PeopleParts {
  database: Database;
  mail: Mail;
  limiter: RateLimiter;
  publicUrl: string | undefined;
}

const hourMs = 3_600_000;
/** Mails with invitations to one address in an hour, whoever invites: nobody can fill a mailbox with them. */
const mailsPerAddress = 5;

export const listPeople = endpoint(
  {
    operationId: 'listPeople',
    tags: ['People'],
    summary: 'List the people of a project',
    params: projectPath,
    answers: { 200: listOf(personShape, 'Longest there first.', 'PersonList') },
  },
  async (request, _reply, { database }: PeopleParts) => ({
    items: (await membersOf(database, request.projectId)).map(presentPerson),
  }),
);

const personPath = projectPath.extend({ person_id: z.string().describe('`own_…`') });

export const changePerson = endpoint(
  {
    operationId: 'updatePerson',
    tags: ['People'],
    summary: 'Give somebody another role',
    description: 'It counts from their next request.',
    params: personPath,
    body: namedBody('PersonChange', z.object({ role: literal([...roles]) }), { role: 'developer' }),
    answers: { 200: personShape.describe('The person.') },
    errors: ['person_not_found', 'last_owner'],
  },
  async (request, _reply, { database }: PeopleParts) => {
    const { role } = request.body;
    const person = await database.transaction(async (tx) => {
      const found = await lockPerson(tx, request, { staysOwner: role === 'owner' });
      await setRole(tx, { projectId: request.projectId, personId: found.id, role });
      if (role !== 'owner') await endRightsOfOwner(tx, request, found);
      await record(tx, request, 'person.role_changed', found, { from: found.role, to: role });
      return { ...found, role };
    });
    return presentPerson(person);
  },
);

export const removePerson = endpoint(
  {
    operationId: 'removePerson',
    tags: ['People'],
    summary: 'Remove somebody from a project',
    description:
      'All their sessions end at once, and so do the invitations that they made; in other projects they may log in again.',
    params: personPath,
    answers: { 204: nothing('The person is removed.') },
    errors: ['person_not_found', 'last_owner'],
  },
  async (request, reply, { database }: PeopleParts) => {
    await database.transaction(async (tx) => {
      const found = await lockPerson(tx, request, { staysOwner: false });
      await removeMember(tx, request.projectId, found.id);
      await endRightsOfOwner(tx, request, found);
      await endSessions(tx, { person: found, by: request.owner, request, why: 'removed' });
      await record(tx, request, 'person.removed', found, { role: found.role });
    });
    return reply.code(204).send();
  },
);

const newInvitation = namedBody(
  'NewInvitation',
  z.object({
    // As RFC 5321, section 4.5.3.1, limits what a mail server takes.
    email: text({ max: 254 }).refine((value) => /^[^@\s]+@[^@\s]+$/.test(value.trim()), {
      error: 'must be an e-mail address',
    }),
    role: literal([...roles]),
  }),
  { email: 'anna@example.com', role: 'operator' },
);

export const makeInvitation = endpoint(
  {
    operationId: 'createInvitation',
    tags: ['People'],
    summary: 'Invite somebody',
    description:
      'The answer has a token, shown this once, with which they accept. It is valid for seven days, and ends if whoever invited is removed or is ' +
      'owner no more. A second invitation of the same address replaces the first. If this installation sends mail, the token goes to the ' +
      'address and is not shown, so that only whoever reads its mail can accept: five times an hour at most.',
    params: projectPath,
    body: newInvitation,
    answers: { 201: newInvitationShape.describe('The invitation.') },
    errors: ['already_in_project', 'too_many_invitations', 'too_many_attempts'],
  },
  async (request, reply, { database, mail, limiter, publicUrl }: PeopleParts) => {
    const { role } = request.body;
    const email = request.body.email.trim().toLowerCase();
    if (mail.isOn) await limitMails(limiter, email);
    const { row, token } = await database.transaction(async (tx) => {
      await lockProject(tx, request.projectId);
      const people = await membersOf(tx, request.projectId);
      requireOwner(people, request);
      if (people.some((person) => person.email === email)) {
        throw new Problem(409, 'already_in_project', `${email} is in this project already.`);
      }
      if (!(await mayInvite(tx, request.projectId, email))) {
        throw new Problem(
          409,
          'too_many_invitations',
          `This project has ${mostInvitations} open invitations. Withdraw one of them, or wait until it is accepted or expires.`,
        );
      }
      const made = await invite(tx, {
        projectId: request.projectId,
        email,
        role,
        invitedBy: request.owner.id,
      });
      await writeAudit(tx, {
        projectId: request.projectId,
        actor: ownerActor(request),
        action: 'person.invited',
        subject: { type: 'invitation', id: showId('invitation', made.row.id) },
        requestId: request.id,
        data: { email, role },
      });
      if (!mail.isOn) return made;
      await recordForInstallation(tx, {
        kind: 'invitation.mailed',
        person: request.owner,
        request,
        data: { project: showId('project', request.projectId), to: email },
      });
      await mail.accept(tx, {
        to: email,
        template: 'invitation',
        values: {
          project: (await projectById(tx, request.projectId)).name,
          role,
          inviter: request.owner.email,
          link: mail.links.invitation(made.token),
          expiresAt: made.row.expiresAt.toISOString(),
        },
      });
      return made;
    });
    return reply.code(201).send({
      ...presentInvitation(row),
      ...(mail.isOn
        ? { token: null, mailed: true as const }
        : { token, ...(publicUrl !== undefined && { url: linksBelow(publicUrl).invitation(token) }) }),
    });
  },
);

export const listInvitations = endpoint(
  {
    operationId: 'listInvitations',
    tags: ['People'],
    summary: 'List open invitations',
    params: projectPath,
    answers: { 200: listOf(invitationShape, 'Oldest first.') },
  },
  async (request, _reply, { database }: PeopleParts) => ({
    items: (await invitationsInto(database, request.projectId)).map(presentInvitation),
  }),
);

export const withdrawInvitation = endpoint(
  {
    operationId: 'withdrawInvitation',
    tags: ['People'],
    summary: 'Withdraw an invitation',
    params: projectPath.extend({ invitation_id: z.string().describe('`inv_…`') }),
    answers: { 204: nothing('It can no longer be accepted.') },
    errors: ['invitation_not_found'],
  },
  async (request, reply, { database }: PeopleParts) => {
    const id = readId('invitation', request.params.invitation_id);
    await database.transaction(async (tx) => {
      const row = id ? await withdraw(tx, request.projectId, id) : undefined;
      if (!row) throw new Problem(404, 'invitation_not_found', 'There is no such invitation.');
      await recordWithdrawn(tx, request, [row]);
    });
    return reply.code(204).send();
  },
);

/**
 * Ends what somebody had as an owner who is none any more: what they invited, since they could come back by an invitation of their own,
 * and the right to make projects.
 */
async function endRightsOfOwner(
  tx: Transaction,
  request: FastifyRequest,
  { id, role }: Member,
): Promise<void> {
  if (role === 'owner') await endRightToMake(tx, id);
  await recordWithdrawn(tx, request, await withdrawAllBy(tx, request.projectId, id));
}

function recordWithdrawn(
  tx: Transaction,
  request: FastifyRequest,
  rows: readonly InvitationRow[],
): Promise<void> {
  return writeAudit(
    tx,
    ...rows.map(({ id, email }) => ({
      projectId: request.projectId,
      actor: ownerActor(request),
      action: 'person.invitation_withdrawn',
      subject: { type: 'invitation', id: showId('invitation', id) },
      requestId: request.id,
      data: { email },
    })),
  );
}

/** @throws Problem 429 */
async function limitMails(limiter: RateLimiter, email: string): Promise<void> {
  const { count, resetMs } = await limiter.hit(`invitation-mail:${email}`, hourMs);
  if (count <= mailsPerAddress) return;
  const seconds = secondsUntilReset(resetMs);
  throw new Problem(
    429,
    'too_many_attempts',
    `${email} was invited ${mailsPerAddress} times within an hour. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

/**
 * Asks once more, under the lock of the project, for the role with which the request was let in: it may have been taken away while the
 * request waited behind others, and whoever lost it could give it back to themselves.
 * @throws Problem 403 `role_required`
 */
function requireOwner(people: readonly Member[], { owner }: FastifyRequest): void {
  if (people.some(({ id, role }) => id === owner.id && role === 'owner')) return;
  throw new Problem(403, 'role_required', 'You are not an owner of this project any more.');
}

/**
 * Finds the person of the path. Changes of people take turns, so that two owners cannot remove each other.
 * @throws Problem if nobody is found, the project would be without an owner, or whoever asks is none any more
 */
async function lockPerson(
  tx: Transaction,
  request: FastifyRequest & { params: { person_id: string } },
  { staysOwner }: { staysOwner: boolean },
): Promise<Member> {
  const { projectId, params } = request;
  await lockProject(tx, projectId);
  const people = await membersOf(tx, projectId);
  requireOwner(people, request);
  const id = readId('owner', params.person_id);
  const found = people.find((person) => person.id === id);
  if (!found) throw new Problem(404, 'person_not_found', 'Nobody with this id is in the project.');
  const others = people.filter(({ role }) => role === 'owner').length - (found.role === 'owner' ? 1 : 0);
  if (!staysOwner && others === 0) {
    throw new Problem(409, 'last_owner', `${found.email} is the last owner. Make somebody else owner first.`);
  }
  return found;
}

function record(
  tx: Transaction,
  request: FastifyRequest,
  action: string,
  { id, email }: Member,
  data: Record<string, Role>,
): Promise<void> {
  return writeAudit(tx, {
    projectId: request.projectId,
    actor: ownerActor(request),
    action,
    subject: { type: 'person', id: showId('owner', id) },
    requestId: request.id,
    data: { email, ...data },
  });
}

function presentPerson({ id, email, role, since }: Member): z.output<typeof personShape> {
  return { id: showId('owner', id), email, role, since: since.toISOString() };
}

function presentInvitation(row: InvitationRow): z.output<typeof invitationShape> {
  return {
    id: showId('invitation', row.id),
    email: row.email,
    role: row.role,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
