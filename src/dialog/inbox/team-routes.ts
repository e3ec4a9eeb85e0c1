import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { lockProject } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool, list, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { listOf, moment, named, namedBody, nothing } from '../http/shapes.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import { isObject } from '../template/json.ts';
import { personRef } from './conversation-shapes.ts';
import { servingPeople } from './people.ts';
import {
  changeQueue,
  changeTeam,
  findTeam,
  findTeams,
  keepTeam,
  makeTeam,
  mostTeams,
  removeTeam,
  type TeamRow,
} from './teams.ts';

interface TeamParts {
  database: Database;
}

const teamShape = named(
  'Team',
  z.object({
    id: z.string().describe('`team_…`'),
    name: z.string(),
    people: z.array(personRef).describe('By e-mail address.'),
    gives_out: z.boolean().describe('Whether its queue is given out.'),
    takes_handovers: z
      .boolean()
      .describe('Whether it gets the conversations in which a person is asked for.'),
    created_at: moment,
  }),
  {
    id: 'team_01m7w90pqhf5rv2cbgk4dw6m3s',
    name: 'Returns',
    people: [{ id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'anna@example.com' }],
    gives_out: true,
    takes_handovers: true,
    created_at: '2026-11-20T10:51:43.271Z',
  },
);

/** An id, or a person as a team shows them. */
const personId = z.preprocess(
  (value) => (isObject(value) && typeof value.id === 'string' ? value.id : value),
  text({ max: 40 }),
);

const fields = {
  name: text({ min: 1, max: 100 }),
  people: list(personId, { max: 200 }).describe(
    'Owners and operators of the project, `own_…`; it replaces all of them.',
  ),
  gives_out: laxBool()
    .optional()
    .describe(
      'Whether a conversation in its queue is given to the available person of the team who sees to the fewest open ones. Without it, ' +
        'somebody has to take it.',
    ),
  takes_handovers: laxBool()
    .optional()
    .describe(
      'Whether it gets the conversations in which a person is asked for, and that nobody sees to. One team does.',
    ),
};

const teamPath = projectPath.extend({ team_id: z.string().describe('`team_…`') });
const example = { name: 'Returns', people: ['own_01m7w90pqhf5rv2cbgk4dw6m3s'] };

export const listTeams = endpoint(
  {
    operationId: 'listTeams',
    tags: ['Inbox'],
    summary: 'List teams',
    params: projectPath,
    answers: { 200: listOf(teamShape, 'Oldest first.') },
  },
  async ({ projectId }, _reply, { database }: TeamParts) => ({
    items: (await findTeams(database, projectId)).map(present),
  }),
);

export const createTeam = endpoint(
  {
    operationId: 'createTeam',
    tags: ['Inbox'],
    summary: 'Make a team',
    params: projectPath,
    body: namedBody('NewTeam', z.object({ ...fields, people: fields.people.default([]) }), example),
    answers: { 201: teamShape.describe('The team.') },
    errors: ['team_name_taken', 'person_not_found', 'too_many_teams'],
  },
  async (request, reply, { database }: TeamParts) => {
    const { projectId, body } = request;
    const row = await database.transaction(async (tx) => {
      await lockProject(tx, projectId);
      if ((await findTeams(tx, projectId)).length >= mostTeams) {
        throw new Problem(
          409,
          'too_many_teams',
          `A project has at most ${mostTeams} teams. Remove one first.`,
        );
      }
      const people = await servingPeople(tx, projectId, body.people);
      const id = await makeTeam(tx, { projectId, name: body.name, people });
      if (id === undefined) throw nameTaken(body.name);
      const { gives_out: givesOut, takes_handovers: takesHandovers } = body;
      await changeQueue(tx, { projectId, id, givesOut, takesHandovers });
      await record(tx, request, 'team.created', id, body);
      return (await findTeam(tx, projectId, id))!;
    });
    return reply.code(201).send(present(row));
  },
);

export const updateTeam = endpoint(
  {
    operationId: 'updateTeam',
    tags: ['Inbox'],
    summary: 'Change a team',
    params: teamPath,
    body: namedBody('TeamChange', z.object(fields).partial(), { people: example.people }),
    answers: { 200: teamShape.describe('The team.') },
    errors: ['team_not_found', 'team_name_taken', 'person_not_found'],
  },
  async (request, _reply, { database }: TeamParts) => {
    const { projectId, body } = request;
    const row = await database.transaction(async (tx) => {
      await lockProject(tx, projectId);
      const { id } = await teamOf(tx, projectId, request.params.team_id);
      const people = body.people && (await servingPeople(tx, projectId, body.people));
      if (!(await changeTeam(tx, projectId, id, { name: body.name, people }))) throw nameTaken(body.name!);
      const { gives_out: givesOut, takes_handovers: takesHandovers } = body;
      await changeQueue(tx, { projectId, id, givesOut, takesHandovers });
      await record(tx, request, 'team.updated', id, body);
      return (await findTeam(tx, projectId, id))!;
    });
    return present(row);
  },
);

export const deleteTeam = endpoint(
  {
    operationId: 'deleteTeam',
    tags: ['Inbox'],
    summary: 'Remove a team',
    description: 'Its conversations stay with the people who see to them.',
    params: teamPath,
    answers: { 204: nothing('The team is removed.') },
    errors: ['team_not_found'],
  },
  async (request, reply, { database }: TeamParts) => {
    const { projectId } = request;
    await untilNotOvertaken(() =>
      database.transaction(async (tx) => {
        await lockProject(tx, projectId);
        const { id, name } = await teamOf(tx, projectId, request.params.team_id);
        await removeTeam(tx, projectId, id);
        await record(tx, request, 'team.deleted', id, { name });
      }),
    );
    return reply.code(204).send();
  },
);

type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A team for a conversation, which stays until the transaction ends. @returns its id @throws Problem 404 */
export async function keptTeam(tx: Tx, projectId: string, shown: string): Promise<string> {
  const id = readId('team', shown);
  if (!id || !(await keepTeam(tx, projectId, id))) throw noSuchTeam();
  return id;
}

/** The team of a path. @throws Problem 404 */
async function teamOf(tx: Tx, projectId: string, shown: string): Promise<TeamRow> {
  const id = readId('team', shown);
  const found = id && (await findTeam(tx, projectId, id));
  if (!found) throw noSuchTeam();
  return found;
}

const noSuchTeam = () => new Problem(404, 'team_not_found', 'This project has no such team.');

const nameTaken = (name: string) =>
  new Problem(409, 'team_name_taken', `There is a team called "${name}" already. Choose another name.`);

function record(
  tx: Tx,
  request: Parameters<typeof ownerActor>[0] & { projectId: string; id: string },
  action: string,
  id: string,
  data: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    projectId: request.projectId,
    actor: ownerActor(request),
    action,
    subject: { type: 'team', id: showId('team', id) },
    requestId: request.id,
    data,
  });
}

function present({
  id,
  name,
  people,
  givesOut,
  takesHandovers,
  createdAt,
}: TeamRow): z.output<typeof teamShape> {
  return {
    id: showId('team', id),
    name,
    people: people.map((person) => ({ id: showId('owner', person.id), email: person.email })),
    gives_out: givesOut,
    takes_handovers: takesHandovers,
    created_at: createdAt.toISOString(),
  };
}
