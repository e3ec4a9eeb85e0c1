import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveOut } from '../../src/dialog/inbox/queue.ts';
import { readId } from '../../src/platform/ids.ts';
import { join, type Person } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type Customer, type InboxScene, makeInboxScene } from './scene.ts';

let server: TestServer;
let scene: InboxScene;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await useTestServer();
  scene = await makeInboxScene(server);
  await scene.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'wait', type: 'handover' }] });
  ann = await join(server, scene.project.id, 'operator');
  bob = await join(server, scene.project.id, 'operator');
});
afterAll(() => server?.close());

/** A customer who waits for a person. */
async function waiting(): Promise<Customer> {
  const customer = await scene.customer();
  await customer.says('Is anybody there?');
  await scene.conversation(customer, ({ waiting_since }) => waiting_since !== null);
  return customer;
}
const below = ({ profileId }: Customer, path: string) => `/${profileId}/${path}`;
const heldBy = async ({ identityId }: Customer) => (await scene.dialog(identityId)).held?.by;
const audited = async (action: string, { profileId }: Customer) =>
  (await server.audit(scene.project)).filter(
    (entry) => entry.action === action && entry.subject.id === profileId,
  );
const owned = (path: string) => `/projects/${scene.project.id}${path}`;

describe('who sees to a conversation', () => {
  it('is one of those who take it at once, and the others are told who', async () => {
    const customer = await waiting();
    const people = [ann, bob];
    const answers = await Promise.all(
      people.map(({ client }) => scene.inbox('POST', below(customer, 'take'), undefined, client)),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner]!;
    expect(answers[winner]!.body).toMatchObject({
      assignee: { id: people[winner]!.id, email: people[winner]!.email },
      waiting_since: null,
    });
    expect([loser.status, loser.body.code]).toEqual([409, 'conversation_taken']);
    expect(loser.body.detail).toContain(people[winner]!.email);
    // The dialog that waited is theirs, and taking it again changes nothing.
    expect(await heldBy(customer)).toBe(people[winner]!.email);
    expect(
      (await scene.inbox('POST', below(customer, 'take'), undefined, people[winner]!.client)).status,
    ).toBe(200);
    expect(
      (await audited('conversation.assigned', customer)).map(({ actor, data }) => [actor.name, data]),
    ).toEqual([
      [people[winner]!.email, { how: 'taken', assignee_id: people[winner]!.id, team_id: null, from: null }],
    ]);
    expect(await scene.listed('assignee=me', people[winner]!.client)).toContain(customer.profileId);
    expect(await scene.listed(`assignee=${people[winner]!.id}`)).toContain(customer.profileId);
    expect(await scene.listed('assignee=none')).not.toContain(customer.profileId);
  });

  it('hands it over with a note that customers never see, to a person or into the queue of a team', async () => {
    const customer = await waiting();
    await scene.inbox('POST', below(customer, 'take'), undefined, ann.client);
    await scene.inbox('POST', below(customer, 'read'), undefined, bob.client);
    const team = await server.make('POST', owned('/teams'), { name: 'Returns', people: [bob.id] });
    expect(team).toMatchObject({ name: 'Returns', people: [{ id: bob.id, email: bob.email }] });
    const given = { assignee_id: bob.id, note: 'A refund', mentions: [bob.id] };
    const handed = await scene.inbox('PUT', below(customer, 'assignment'), given, ann.client);
    expect(handed.body).toMatchObject({ assignee: { id: bob.id }, team: null });
    expect(await heldBy(customer)).toBe(bob.email);
    expect(await scene.listed('unread=true', bob.client)).toContain(customer.profileId);
    const { body: notes } = await scene.inbox('GET', below(customer, 'notes'));
    expect(notes.items).toMatchObject([
      { text: 'A refund', author: { email: ann.email }, mentions: [{ id: bob.id, email: bob.email }] },
    ]);
    expect(JSON.stringify(await scene.history(customer.identityId))).not.toContain('A refund');

    const queued = await scene.inbox('PUT', below(customer, 'assignment'), { team_id: team.id });
    expect(queued.body).toMatchObject({ assignee: null, team: { id: team.id, name: 'Returns' } });
    expect(queued.body.waiting_since).toEqual(expect.any(String));
    expect(await heldBy(customer)).toBeNull();
    expect(await scene.listed(`team_id=${team.id}&assignee=none`)).toEqual([customer.profileId]);
    expect(await scene.listed('waiting=true')).toContain(customer.profileId);
    for (const [body, status, code] of [
      [{ assignee_id: 'own_none' }, 404, 'person_not_found'],
      [{ team_id: 'team_none' }, 404, 'team_not_found'],
      [{}, 422, undefined],
      [{ assignee_id: ann.id, note: 'x', mentions: ['own_none'] }, 404, 'person_not_found'],
    ] as const) {
      const answer = await scene.inbox('PUT', below(customer, 'assignment'), body);
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code]);
    }
    expect((await scene.conversation(customer)).assignee).toBeNull();
    expect((await server.owner('DELETE', owned(`/teams/${team.id}`))).status).toBe(204);
    expect((await scene.conversation(customer)).team).toBeNull();
  });

  it('is nobody after that person was removed from the project', async () => {
    const customer = await waiting();
    const carl = await join(server, scene.project.id, 'operator');
    const team = await server.make('POST', owned('/teams'), { name: 'Short', people: [carl.id] });
    await scene.inbox('POST', below(customer, 'take'), undefined, carl.client);
    await server.owner('DELETE', owned(`/people/${carl.id}`));
    await scene.conversation(customer, ({ assignee }) => assignee === null);
    const { items } = await server.make('GET', owned('/teams'));
    expect(items.find(({ id }: any) => id === team.id).people).toEqual([]);
  });
});

it('a team has a name of its own and people who may answer customers', async () => {
  const analyst = await join(server, scene.project.id, 'analyst');
  const team = await server.make('POST', owned('/teams'), { name: 'One' });
  for (const [method, path, body, status, code] of [
    ['POST', '/teams', { name: 'One' }, 409, 'team_name_taken'],
    ['POST', '/teams', { name: 'Two', people: [analyst.id] }, 404, 'person_not_found'],
    ['POST', '/teams', { name: '' }, 422, undefined],
    ['PATCH', `/teams/${team.id}`, { name: 'Short' }, 409, 'team_name_taken'],
    ['PATCH', '/teams/team_none', { name: 'Two' }, 404, 'team_not_found'],
    ['DELETE', '/teams/team_none', undefined, 404, 'team_not_found'],
  ] as const) {
    const answer = await server.owner(method, owned(path), body);
    expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
  }
  const changed = await server.make('PATCH', owned(`/teams/${team.id}`), { name: 'Uno', people: [ann.id] });
  expect(changed).toMatchObject({ name: 'Uno', people: [{ id: ann.id }] });
});

describe('a closed conversation', () => {
  it('goes back to the scenario, and opens when the customer speaks, who gets an answer as before', async () => {
    const own = await makeInboxScene(server);
    await own.publish({
      triggers: [{ type: 'any' }],
      steps: [
        { id: 'wait', type: 'handover' },
        { id: 'bye', type: 'message', text: 'Bye' },
      ],
    });
    const customer = await own.customer();
    await customer.says('Help');
    await own.conversation(customer, ({ is_held }) => is_held);
    await own.inbox('POST', below(customer, 'take'));
    const closed = await own.inbox('POST', below(customer, 'close'));
    expect(closed.body).toMatchObject({ is_open: false, is_unread: false, closed_at: expect.any(String) });
    expect(await own.waitForTold(customer.identityId, 1)).toEqual(['Bye']);
    await own.conversation(customer, ({ is_held, is_open }) => !is_held && !is_open);
    expect([
      await own.listed('open=true'),
      await own.listed('open=false'),
      await own.listed('unread=true'),
    ]).toEqual([[], [customer.profileId], []]);
    await customer.says('One more thing');
    const opened = await own.conversation(customer, ({ is_open }) => is_open);
    expect(opened).toMatchObject({ is_unread: true, closed_at: null });
    const entries = await until(async () => {
      const all = (await server.audit(own.project)).filter(
        ({ subject }) => subject.id === customer.profileId,
      );
      const found = all.filter(({ action }) => /closed|reopened/.test(action));
      return found.length === 2 && found;
    });
    expect(entries.map(({ action, actor, data }) => [action, actor.type, data.by])).toEqual([
      ['conversation.closed', 'owner', 'operator'],
      ['conversation.reopened', 'system', 'customer'],
    ]);
    // The scenario began anew with that message, as it does for any.
    await own.conversation(customer, ({ waiting_since }) => waiting_since !== null);
    await own.inbox('POST', below(customer, 'close'), { release: false });
    expect((await own.dialog(customer.identityId)).held).not.toBeNull();
    expect((await own.inbox('POST', below(customer, 'reopen'))).body.is_open).toBe(true);
  });

  it.each([
    ['stays closed and read when its customer turns out to be another one whose is closed', true],
    ['opens when its customer turns out to be another one whose is open', false],
  ])('%s', async (_, isOtherClosed) => {
    const own = await makeInboxScene(server);
    await own.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'on', type: 'message', text: 'Yes' }] });
    const [one, other] = [await own.customer(), await own.customer()];
    for (const customer of [one, other]) {
      await customer.says('Hello');
      await own.waitForTold(customer.identityId, 1);
      await own.conversation(customer);
    }
    await own.inbox('POST', below(one, 'close'));
    if (isOtherClosed) await own.inbox('POST', below(other, 'close'));
    const linked = await server.make('POST', `/projects/${own.project.id}/profiles/link`, {
      profile_ids: [one.profileId, other.profileId],
    });
    expect(linked.id).toBe(one.profileId);
    await until(async () => (await own.inbox('GET', `/${other.profileId}`)).status === 404);
    const { is_open, is_unread } = await own.conversation(one);
    expect({ is_open, is_unread }).toEqual({ is_open: !isOtherClosed, is_unread: !isOtherClosed });
    const reopened = (await server.audit(own.project)).filter(
      ({ action }) => action === 'conversation.reopened',
    );
    expect(reopened).toHaveLength(isOtherClosed ? 0 : 1);
  });
});

it('customers wait from their message, or from their call for a person, to the answer of a person', async () => {
  const own = await makeInboxScene(server);
  await own.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'wait', type: 'handover' }] });
  const customer = await own.customer();
  await customer.says('Help');
  const asked = await own.conversation(customer, ({ waiting_since }) => waiting_since !== null);
  expect(asked.unanswered_since).toBe(asked.waiting_since);
  await own.operator(customer.identityId, 'hold');
  await own.operator(customer.identityId, 'messages', { text: 'Hello' });
  await own.conversation(
    customer,
    ({ unanswered_since, is_unread }) => unanswered_since === null && !is_unread,
  );
  await customer.says('I have a question');
  await own.conversation(customer, ({ unanswered_since, heard_at }) => unanswered_since === heard_at);
  await own.operator(customer.identityId, 'messages', { text: 'Yes?' });
  await own.operator(customer.identityId, 'messages', { text: 'I am listening.' });
  await own.inbox('POST', below(customer, 'close'));
  const { body: figures } = await own.inbox('GET', '/figures');
  expect(figures.total).toEqual({
    first_answers: 1,
    first_answer_seconds: expect.any(Number),
    answers: 2,
    answer_seconds: expect.any(Number),
    closed: 1,
    ratings: 0,
    rating: null,
  });
  expect(figures.total.first_answer_seconds).toBeGreaterThan(0);
  expect(figures.people).toMatchObject([{ person: { email: 'owner@example.com' }, answers: 2 }]);
  for (const query of ['from=x', 'from=2026-02-01&to=2026-01-01', 'from=2020-01-01&to=2026-01-01']) {
    expect([query, (await own.inbox('GET', `/figures?${query}`)).status]).toEqual([query, 422]);
  }
});

it('notes are removed by whoever wrote them or by an owner', async () => {
  const customer = await waiting();
  const write = async (as: Person) =>
    (await scene.inbox('POST', below(customer, 'notes'), { text: 'Mine' }, as.client)).body.id;
  const note = await write(ann);
  const refused = await scene.inbox('DELETE', below(customer, `notes/${note}`), undefined, bob.client);
  expect([refused.status, refused.body.code]).toEqual([403, 'not_your_note']);
  expect((await scene.inbox('DELETE', below(customer, `notes/${note}`), undefined, ann.client)).status).toBe(
    204,
  );
  const other = await write(bob);
  expect((await scene.inbox('DELETE', below(customer, `notes/${other}`))).status).toBe(204);
  expect((await scene.inbox('DELETE', below(customer, `notes/${other}`))).body.code).toBe('note_not_found');
});

it('a prepared reply is a template that is rendered for the customer, and its faults are told', async () => {
  const customer = await scene.customer('customer-7');
  await customer.says('Help');
  await scene.conversation(customer);
  const put = (shortcut: string, text: string) =>
    server.owner('PUT', owned(`/replies/${shortcut}`), { title: 'A reply', text });
  expect((await put('hello', 'Hello {{ identity.external_id }}, this is {{ operator.email }}.')).status).toBe(
    200,
  );
  expect((await put('broken', 'Hello {{')).status).toBe(422);
  expect((await put('Not a shortcut', 'Hello')).status).toBe(422);
  const rendered = await scene.inbox('GET', below(customer, 'replies/hello'), undefined, ann.client);
  expect(rendered.body).toEqual({ text: `Hello customer-7, this is ${ann.email}.` });
  for (const none of ['none', '%00', 'a%00b', 'UPPER']) {
    expect((await scene.inbox('GET', below(customer, `replies/${none}`))).body.code).toBe('reply_not_found');
    expect((await server.owner('DELETE', owned(`/replies/${none}`))).body.code).toBe('reply_not_found');
  }
  const { items } = await server.make('GET', owned('/replies'));
  expect(items).toMatchObject([{ shortcut: 'hello', title: 'A reply' }]);
  expect((await server.owner('DELETE', owned('/replies/hello'))).status).toBe(204);
  expect((await server.owner('DELETE', owned('/replies/hello'))).body.code).toBe('reply_not_found');
});

it('a rating is asked for when a person closes, and neither the scenario nor the list take it for a message', async () => {
  const own = await makeInboxScene(server);
  await own.publish({
    triggers: [{ type: 'any' }],
    steps: [{ id: 'hello', type: 'message', text: 'I am a robot' }],
  });
  const customer = await own.customer();
  await customer.says('Help');
  await own.waitForTold(customer.identityId, 1);
  await own.conversation(customer);
  await own.inbox('POST', below(customer, 'close'), { rating_question: 'Are you satisfied?' });
  const question = (await own.history(customer.identityId)).find(({ text }) => text === 'Are you satisfied?');
  expect(question.buttons.map(({ text }: any) => text)).toEqual(['1', '2', '3', '4', '5']);
  await customer.presses(question.id, 3);
  await own.conversation(customer, ({ rating }) => rating === 4);
  await customer.presses(question.id, 0);
  const did = await until(async () => {
    const all = await own.settled(customer.identityId);
    return all.length === 3 && all;
  });
  expect(did).toEqual(['started', 'rated', 'rated']);
  expect(await own.told(customer.identityId)).toEqual(['I am a robot', 'Are you satisfied?']);
  const { body: figures } = await own.inbox('GET', '/figures');
  expect(figures.total).toMatchObject({ closed: 1, ratings: 1, rating: 4 });
  expect(await own.conversation(customer)).toMatchObject({ rating: 4, is_open: false });
  expect(figures.people).toMatchObject([{ person: { email: 'owner@example.com' }, rating: 4 }]);
});

describe('the queue of a team', () => {
  it('is given out to whoever is available and sees to the fewest, each conversation once, also by two processes', async () => {
    const own = await makeInboxScene(server);
    await own.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'wait', type: 'handover' }] });
    const [dora, emil, away] = [
      await join(server, own.project.id, 'operator'),
      await join(server, own.project.id, 'operator'),
      await join(server, own.project.id, 'operator'),
    ];
    const path = `/projects/${own.project.id}`;
    const team = await server.make('POST', `${path}/teams`, {
      ...{ name: 'First', people: [dora.id, emil.id, away.id] },
      ...{ gives_out: true, takes_handovers: true },
    });
    const customers = await Promise.all(Array.from({ length: 6 }, () => own.customer()));
    for (const customer of customers) await customer.says('Help');
    for (const customer of customers) await own.conversation(customer, ({ team }) => team?.name === 'First');
    // Nobody is there yet.
    expect((await own.listed('assignee=none&waiting=true')).length).toBe(6);
    const { work } = server.server.parts;
    // Both come at the same moment.
    await server.make('PATCH', `${path}/teams/${team.id}`, { gives_out: false });
    for (const { client } of [dora, emil])
      await client.make('PUT', `${path}/presence`, { is_available: true });
    await server.make('PATCH', `${path}/teams/${team.id}`, { gives_out: true });
    await Promise.all(Array.from({ length: 4 }, () => giveOut(work)));
    await until(async () => (await own.listed('assignee=none')).length === 0);
    const { items } = await server.make('GET', `${path}/presence`);
    const openOf = (person: Person) => items.find((each: any) => each.person.id === person.id);
    expect([dora, emil, away].map((each) => openOf(each).open)).toEqual([3, 3, 0]);
    expect([dora, emil, away].map((each) => openOf(each).is_available)).toEqual([true, true, false]);
    const assigned = (await server.audit(own.project)).filter(
      ({ action }) => action === 'conversation.assigned',
    );
    expect(assigned.map(({ data }) => data.how)).toEqual(Array(6).fill('queue'));
    // They have not come yet: the dialog still waits for a person, until they take it.
    const customer = customers[0]!;
    const { assignee, waiting_since } = await own.conversation(customer);
    expect([waiting_since, (await own.dialog(customer.identityId)).held.by]).toEqual([
      expect.any(String),
      null,
    ]);
    const taker = [dora, emil].find(({ id }) => id === assignee.id)!;
    const taken = await own.inbox('POST', below(customer, 'take'), undefined, taker.client);
    expect([taken.status, taken.body.waiting_since]).toEqual([200, null]);
    expect((await own.dialog(customer.identityId)).held.by).toBe(taker.email);
  });

  it('is gone with the team for every conversation, also for one that is put into it at that moment', async () => {
    const own = await makeInboxScene(server);
    await own.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'wait', type: 'handover' }] });
    const path = `/projects/${own.project.id}`;
    const customers = await Promise.all(Array.from({ length: 3 }, () => own.customer()));
    for (const customer of customers) await customer.says('Help');
    for (const customer of customers) await own.conversation(customer);
    for (let round = 0; round < 8; round++) {
      const team = await server.make('POST', `${path}/teams`, { name: 'Short', takes_handovers: true });
      const answers = await Promise.all([
        ...customers.map((customer) => own.inbox('PUT', below(customer, 'assignment'), { team_id: team.id })),
        server.owner('DELETE', `${path}/teams/${team.id}`),
        ...customers.map((customer) => own.inbox('PUT', below(customer, 'assignment'), { team_id: team.id })),
      ]);
      expect(
        answers.filter(({ status }) => ![200, 204, 404].includes(status)).map(({ text }) => text),
      ).toEqual([]);
      const { rows } = await server.server.parts.database.query(
        'SELECT count(*)::int AS left FROM dialog.conversations WHERE project_id = $1 AND team_id = $2',
        [readId('project', own.project.id), readId('team', team.id)],
      );
      expect(rows).toEqual([{ left: 0 }]);
    }
  });

  it('gives nothing to whoever may not answer customers any more, even before their team forgets them', async () => {
    const own = await makeInboxScene(server);
    await own.publish({ triggers: [{ type: 'any' }], steps: [{ id: 'wait', type: 'handover' }] });
    const [gone, there] = [
      await join(server, own.project.id, 'operator'),
      await join(server, own.project.id, 'operator'),
    ];
    const path = `/projects/${own.project.id}`;
    await server.make('POST', `${path}/teams`, {
      ...{ name: 'First', people: [gone.id, there.id] },
      ...{ gives_out: true, takes_handovers: true },
    });
    await gone.client.make('PUT', `${path}/presence`, { is_available: true });
    // As it is before whatever follows the audit log comes to the entry.
    await server.server.parts.database.query(
      "UPDATE dialog.members SET role = 'analyst' WHERE project_id = $1 AND person_id = $2",
      [readId('project', own.project.id), readId('owner', gone.id)],
    );
    const customers = [await own.customer(), await own.customer()];
    for (const customer of customers) await customer.says('Help');
    for (const customer of customers) await own.conversation(customer, ({ team }) => team?.name === 'First');
    await giveOut(server.server.parts.work);
    expect((await own.listed('assignee=none')).length).toBe(2);
    await there.client.make('PUT', `${path}/presence`, { is_available: true });
    await giveOut(server.server.parts.work);
    await until(async () => (await own.listed('assignee=none')).length === 0);
    for (const customer of customers) expect((await own.conversation(customer)).assignee.id).toBe(there.id);
  });

  it('goes back to the scenario with a handover that nobody answers in time', async () => {
    const own = await makeInboxScene(server);
    await own.publish({
      triggers: [{ type: 'any' }],
      steps: [
        { id: 'wait', type: 'handover', timeout_seconds: 6 },
        { id: 'sorry', type: 'message', text: 'Came: {{ steps.wait.released }}' },
      ],
    });
    const path = `/projects/${own.project.id}`;
    const { owner } = await server.make('GET', '/session');
    await server.make('POST', `${path}/teams`, {
      ...{ name: 'First', people: [owner.id], gives_out: true, takes_handovers: true },
    });
    await server.make('PUT', `${path}/presence`, { is_available: true });
    const customer = await own.customer();
    await customer.says('Help');
    await own.conversation(customer, ({ assignee }) => assignee !== null);
    expect(await own.waitForTold(customer.identityId, 1)).toEqual(['Came: false']);
    await own.conversation(customer, ({ is_held, waiting_since }) => !is_held && waiting_since === null);
  });
});

it('whoever answers sees to a conversation that nobody has, until they give it back; the way of its lead is told', async () => {
  const own = await makeInboxScene(server);
  const { client: bob, email } = await join(server, own.project.id, 'operator');
  await own.publish({
    triggers: [
      { type: 'text', texts: ['person'], match: 'contains', start: 'person' },
      { type: 'any', start: 'hello' },
    ],
    steps: [
      { id: 'hello', type: 'message', text: 'Hello!' },
      { id: 'end', type: 'end' },
      { id: 'person', type: 'handover' },
    ],
  });
  const [ann, eve] = [await own.customer(), await own.customer()];
  const say = (who: typeof ann, text: string, as: typeof bob = bob) =>
    as.make('POST', `/projects/${own.project.id}/dialogs/${who.identityId}/messages`, { text });
  await ann.says('A person, please');
  await own.conversation(ann, ({ waiting_since }) => waiting_since !== null);
  await say(ann, 'This is Bob');
  const taken = await own.conversation(ann, ({ assignee }) => assignee !== null);
  // An answer takes no dialog: whoever waits for a person does so until one has come.
  expect(taken).toMatchObject({ assignee: { email }, waiting_since: expect.any(String), is_held: true });
  expect((await own.dialog(ann.identityId)).held.by).toBeNull();
  await bob.make('POST', `/projects/${own.project.id}/conversations/${ann.profileId}/take`);
  await own.conversation(ann, ({ waiting_since }) => waiting_since === null);
  // What somebody has stays with them, whoever else says something.
  await say(ann, 'I am here, too', server);
  expect((await own.conversation(ann)).assignee.email).toBe(email);
  await bob.make('POST', `/projects/${own.project.id}/dialogs/${ann.identityId}/release`);
  await own.conversation(ann, ({ is_held, assignee }) => !is_held && assignee === null);
  expect(await own.listed('assignee=me', bob)).toEqual([]);

  // Where the scenario leads it goes on leading.
  await eve.says('hello');
  await own.conversation(eve);
  await say(eve, 'Good morning');
  const answered = await own.conversation(eve, ({ assignee }) => assignee !== null);
  expect(answered).toMatchObject({ assignee: { email }, is_held: false });

  const leads = (many: number) =>
    until(async () => {
      const { items } = (await own.inbox('GET', below(ann, 'lead'))).body;
      return items.length === many && items;
    });
  expect((await leads(3)).map(({ kind, by }: any) => [kind, by])).toEqual([
    ['given_back', email],
    ['taken', email],
    ['person_wanted', null],
  ]);

  // Given by somebody else, it says to whom; a dialog that the scenario leads is not.
  await ann.says('A person again, please');
  await own.conversation(ann, ({ waiting_since }) => waiting_since !== null);
  const { id: bobId } = (await bob.make('GET', '/session')).owner;
  for (const assignee_id of [bobId, null])
    expect(await own.inbox('PUT', below(ann, 'assignment'), { assignee_id })).toMatchObject({ status: 200 });
  const owner = 'owner@example.com';
  expect((await leads(6)).slice(0, 2).map(({ kind, by, to }: any) => [kind, by, to])).toEqual([
    ['taken', owner, null],
    ['taken', owner, email],
  ]);
});
