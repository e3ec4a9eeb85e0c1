import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { sandboxChannel } from '../channels/find.ts';
import { findButton } from '../channels/pressed.ts';
import { saidFiles, uploadsIn } from '../channels/webchat/uploads.ts';
import { type HearingParts, hear, type Said } from '../dialogs/hear.ts';
import { newestScenarioVersions } from '../dialogs/scenario-versions.ts';
import {
  beginTestConversation,
  findTestConversation,
  type TestConversation,
} from '../dialogs/test-conversations.ts';
import { answerAcceptance } from '../gate/idempotency.ts';
import { ownerActor } from '../gate/session.ts';
import { dict, laxInt, literal, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { mayBeLeftOut, namedBody } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { historyPage, readHistory } from '../inbox/history.ts';
import { listDialogs } from '../inbox/list.ts';
import { ensureIdentity } from '../profiles/identities.ts';
import { checkedForPublication } from '../publication/check.ts';
import { examplePins, pinFaults, pinFindings, pinnedOutputs } from '../publication/pins.ts';
import { readDraft } from '../publication/scenario.ts';
import { readWorld } from '../publication/world.ts';
import { readDefinition } from '../scenario/definition.ts';
import { flowOf } from '../scenario/flow.ts';
import type { JsonObject } from '../template/json.ts';
import { acceptedTestWords, startedTestConversation, testConversationShape } from './shapes.ts';

/** How owners try the draft of a scenario: as a customer of the sandbox, through the same turns as every customer. */

export interface TestParts extends Pick<HearingParts, 'acceptor' | 'queue' | 'tickets' | 'settings'> {
  database: Database;
}

export const startTestConversation = endpoint(
  {
    operationId: 'startTestConversation',
    tags: ['Scenario'],
    summary: 'Begin a conversation with the draft',
    description:
      'With a new customer of a sandbox channel, for whom the draft as it is now takes the place of the published scenario, whatever ' +
      'becomes of it meanwhile. Operations give their mocks, and no message leaves.',
    params: projectPath,
    body: mayBeLeftOut(
      namedBody(
        'NewTestConversation',
        z.object({
          channel_id: text()
            .optional()
            .describe(
              '`ch_…`: a channel of the sandbox, whose type decides what messages may have. By default the oldest.',
            ),
          name: text({ min: 1, max: 255 }).optional().describe('Of the customer.'),
          which: literal(['draft', 'published'], { default: 'draft' }).describe(
            'What leads the conversation: the draft as it is now, or the version that is in force now.',
          ),
          pinned: pinnedOutputs,
        }),
        { name: 'Ann', pinned: examplePins },
      ),
    ),
    config: { keepsDigits: ['pinned'] },
    answers: { 201: startedTestConversation.describe('The conversation; nothing has been said yet.') },
    errors: [
      ...['channel_not_found', 'not_a_test_customer', 'no_sandbox_channel', 'not_publishable'],
      'scenario_not_published',
    ] as const,
  },
  async (request, reply, { database }: TestParts) => {
    const { projectId, owner, bodyText } = request;
    const { channel_id: wanted, name = 'Test customer', pinned = {}, which } = request.body ?? {};
    const started = await database.transaction(async (tx) => {
      const channel = await sandboxChannel(tx, projectId, wanted);
      if (channel === 'none') throw noSandboxChannel();
      if (channel === 'missing')
        throw new Problem(404, 'channel_not_found', 'This project has no such channel.');
      if (channel === 'live') {
        const detail = 'The channel is live, and its customers are real; give one of the sandbox.';
        throw new Problem(409, 'not_a_test_customer', detail);
      }
      const definition = await definitionOf(tx, projectId, which);
      const findings = checkedForPublication(definition, 'scenario', await readWorld(tx, projectId));
      const flow = flowOf(readDefinition(definition, 'scenario').definition!);
      const faults = [...pinFaults(flow, pinned)];
      if (faults.length > 0) throw new ValidationProblem(faults);
      findings.push(...pinFindings(flow, pinned));
      const place = { projectId, channelId: channel.id, externalId: `test-${randomUUID()}`, name };
      const { id: identityId } = await ensureIdentity(tx, place, ownerActor(request), request.id);
      const { version } = await beginTestConversation(tx, {
        ...{ projectId, identityId, definition, by: owner.email },
        pinned: Object.keys(pinned).length > 0 ? losslessField(bodyText, 'pinned')! : null,
      });
      const channelId = showId('channel', channel.id);
      return { identity_id: showId('identity', identityId), channel_id: channelId, version, findings };
    });
    return reply.code(201).send(started);
  },
);

export const conversationPath = projectPath.extend({
  identity_id: z.string().describe('`idn_…`: the customer of the conversation.'),
});

export const sayInTestConversation = endpoint(
  {
    operationId: 'sayInTestConversation',
    tags: ['Scenario'],
    summary: 'Say something to the draft',
    description:
      'As the customer of the conversation: words, files that were uploaded to it, or a press of a button of one of the messages.',
    params: conversationPath,
    body: namedBody(
      'TestWords',
      z.object({
        text: text({ min: 1, max: 3000 })
          .optional()
          .describe('Required without `button`, whose text it is otherwise, and without `attachments`.'),
        button: z
          .object({ message_id: text({ max: 100 }), index: laxInt({ ge: 0 }) })
          .optional()
          .describe('A button of a message, by its place among the buttons, from 0.'),
        attachments: saidFiles
          .optional()
          .describe(
            'Files that were uploaded to this conversation, each for one message; not with `button`.',
          ),
        data: dict({ default: {} }).describe('What a channel would send with it.'),
      }),
      { text: 'Hello', data: {} },
    ),
    answers: { 202: acceptedTestWords.describe('The words are stored and will be handled once.') },
    errors: ['test_conversation_not_found', 'file_not_found', 'queue_full', 'daily_limit'],
  },
  async (request, reply, parts: TestParts) => {
    const { projectId, body } = request;
    const { conversation } = await conversationOf(parts, projectId, request.params.identity_id);
    const { channel, externalId, name } = conversation;
    const said: Said = {
      key: newId(),
      externalId,
      name,
      ...(await wordsOf(parts, projectId, conversation, body)),
    };
    const { acceptance } = await hear(parts, { projectId, ...channel }, said, request.id);
    return answerAcceptance(reply, acceptance);
  },
);

export const readTestConversation = endpoint(
  {
    operationId: 'readTestConversation',
    tags: ['Scenario'],
    summary: 'Read a conversation with the draft',
    description:
      'Where it stands, what was said, and the path of steps with what each was given and what came of it.',
    params: conversationPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: testConversationShape.describe('The conversation as it stands now.') },
    errors: ['test_conversation_not_found'],
  },
  async ({ projectId, params, query: { offset } }, _reply, parts: TestParts) => {
    const { database } = parts;
    const { identityId, conversation } = await conversationOf(parts, projectId, params.identity_id);
    // One after the other: a dialog that was read before what it said would stand where it no longer does.
    const messages = await readHistory(database, projectId, identityId, {
      offset,
      outputs: true,
      turns: true,
    });
    const [dialog] = await listDialogs(database, projectId, { identityId });
    return {
      identity_id: params.identity_id,
      channel_id: showId('channel', conversation.channel.id),
      version: conversation.version,
      started_at: conversation.startedAt.toISOString(),
      dialog: dialog ?? null,
      messages: messages.slice(0, historyPage),
      next_offset: messages.length > historyPage ? offset + historyPage : null,
    };
  },
);

/** @throws Problem 404, also for a customer who is none of a conversation */
export async function conversationOf(
  { database }: TestParts,
  projectId: string,
  publicId: string,
): Promise<{ identityId: string; conversation: TestConversation }> {
  const identityId = readId('identity', publicId);
  const conversation = identityId && (await findTestConversation(database, projectId, identityId));
  if (identityId && conversation) return { identityId, conversation };
  const detail = 'This project has no such conversation with a draft; begin a new one.';
  throw new Problem(404, 'test_conversation_not_found', detail);
}

/** @throws ValidationProblem for nothing, or a button that the customer was not shown */
async function wordsOf(
  { database }: TestParts,
  projectId: string,
  { channel, externalId }: TestConversation,
  {
    text: words,
    button,
    attachments = [],
    data: given,
  }: {
    text?: string | undefined;
    button?: { message_id: string; index: number } | undefined;
    attachments?: z.output<typeof saidFiles> | undefined;
    data: Record<string, unknown>;
  },
): Promise<Pick<Said, 'text' | 'data' | 'press' | 'attachments'>> {
  const data = given as JsonObject;
  if (!button) {
    if (attachments.length > 0) return { text: words ?? '', data, attachments: uploadsIn(attachments) };
    if (words !== undefined) return { text: words, data };
    throw new ValidationProblem([
      { type: 'missing', loc: ['body', 'text'], msg: 'Field required', input: given },
    ]);
  }
  const pressed = { messageId: button.message_id, index: button.index };
  const found = await findButton(database, { projectId, ...channel }, externalId, pressed);
  if (found) return { text: found.text, data: { ...data, button: found.shown }, press: found.press };
  const message = 'the customer of this conversation was shown no such button';
  throw new ValidationProblem([valueError(['body', 'button'], message, button)]);
}

/** What leads a conversation. @throws Problem 409 if nothing is published, but that is wanted */
async function definitionOf(tx: Transaction, projectId: string, which: 'draft' | 'published' = 'draft') {
  if (which === 'draft') return (await readDraft(tx, projectId)).definition;
  const [published] = await newestScenarioVersions(tx, projectId, 1);
  if (published) return published.definition;
  const detail = 'Nothing is published yet. Try the draft, or publish it first.';
  throw new Problem(409, 'scenario_not_published', detail);
}

function noSandboxChannel(): Problem {
  const detail =
    'A draft is tried in a channel of the sandbox, and the project has none; make one, of any type.';
  return new Problem(409, 'no_sandbox_channel', detail);
}
