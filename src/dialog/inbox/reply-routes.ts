import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { lockProject } from '../gate/projects.ts';
import { ownerActor } from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { ifNoneMatch, refuseToReplace } from '../http/only-new.ts';
import { projectPath } from '../http/path.ts';
import { listOf, moment, named, namedBody, nothing } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { checkTemplate, TemplateError } from '../template/liquid.ts';
import { conversationPath, customerOf } from './conversation-routes.ts';
import { conversationNotFound } from './not-found.ts';
import {
  findReplies,
  findReply,
  mostReplies,
  type ReplyRow,
  removeReply,
  renderReply,
  writeReply,
} from './replies.ts';

interface ReplyParts {
  database: Database;
}

const replyShape = named(
  'PreparedReply',
  z.object({
    shortcut: z.string(),
    title: z.string(),
    text: z.string().describe('A template.'),
    updated_at: moment,
  }),
  {
    shortcut: 'refund',
    title: 'How a refund works',
    text: 'Hello {{ profile.name }}, your refund takes three days.',
    updated_at: '2026-11-20T11:02:17.805Z',
  },
);

/** No prepared reply has another one. */
const shortcutPattern = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const replyPath = projectPath.extend({ shortcut: z.string().describe('Chosen by you.') });

export const listReplies = endpoint(
  {
    operationId: 'listPreparedReplies',
    tags: ['Inbox'],
    summary: 'List prepared replies',
    params: projectPath,
    answers: { 200: listOf(replyShape, 'By shortcut.') },
  },
  async ({ projectId }, _reply, { database }: ReplyParts) => ({
    items: (await findReplies(database, projectId)).map(present),
  }),
);

export const putReply = endpoint(
  {
    operationId: 'putPreparedReply',
    tags: ['Inbox'],
    summary: 'Write a prepared reply',
    description:
      'A shortcut has small letters, digits, `-` and `_`. The text is a template as in scenarios, and reads `state`, `profile`, `identity` ' +
      'and `operator.email`.',
    params: replyPath,
    headers: ifNoneMatch,
    body: namedBody(
      'PreparedReplyText',
      z.object({ title: text({ min: 1, max: 100 }), text: text({ min: 1, max: 3000 }) }),
      { title: 'How a refund works', text: 'Hello {{ profile.name }}, your refund takes three days.' },
    ),
    answers: { 200: replyShape.describe('The reply.') },
    errors: ['already_exists'],
  },
  async (request, _reply, { database }: ReplyParts) => {
    const { projectId, body } = request;
    const { shortcut } = request.params;
    if (!shortcutPattern.test(shortcut)) {
      const message = 'use 1 to 40 small letters, digits, - and _, and begin with a letter or digit';
      throw new ValidationProblem([valueError(['path', 'shortcut'], message, shortcut)]);
    }
    try {
      checkTemplate(body.text);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new ValidationProblem([valueError(['body', 'text'], error.message, body.text)]);
    }
    const row = await database.transaction(async (tx) => {
      await lockProject(tx, projectId);
      const known = await findReplies(tx, projectId);
      refuseToReplace(request.headers, 'prepared reply', !known.some((each) => each.shortcut === shortcut));
      if (known.length >= mostReplies && !known.some((each) => each.shortcut === shortcut)) {
        const message = `a project has at most ${mostReplies} prepared replies; remove one first`;
        throw new ValidationProblem([valueError(['path', 'shortcut'], message, shortcut)]);
      }
      await record(tx, request, 'reply.saved', shortcut);
      return writeReply(tx, { projectId, shortcut, ...body });
    });
    return present(row);
  },
);

export const deleteReply = endpoint(
  {
    operationId: 'deletePreparedReply',
    tags: ['Inbox'],
    summary: 'Remove a prepared reply',
    params: replyPath,
    answers: { 204: nothing('The reply is removed.') },
    errors: ['reply_not_found'],
  },
  async (request, reply, { database }: ReplyParts) => {
    const { shortcut } = request.params;
    if (!shortcutPattern.test(shortcut)) throw replyNotFound();
    await database.transaction(async (tx) => {
      if (!(await removeReply(tx, request.projectId, shortcut))) throw replyNotFound();
      await record(tx, request, 'reply.deleted', shortcut);
    });
    return reply.code(204).send();
  },
);

export const showReply = endpoint(
  {
    operationId: 'renderPreparedReply',
    tags: ['Inbox'],
    summary: 'Render a prepared reply for a customer',
    description: 'Nothing is sent: send the text, changed or not, as a message.',
    params: conversationPath.extend({ shortcut: z.string() }),
    answers: {
      200: named('RenderedReply', z.object({ text: z.string() }), {
        text: 'Hello Ann, your refund takes three days.',
      }).describe('The text.'),
    },
    errors: ['conversation_not_found', 'reply_not_found', 'reply_not_rendered'],
  },
  async (request, _reply, { database }: ReplyParts) => {
    const { projectId, owner } = request;
    const profileId = customerOf(request.params);
    const { shortcut } = request.params;
    const found = shortcutPattern.test(shortcut) ? await findReply(database, projectId, shortcut) : undefined;
    try {
      const given = { projectId, profileId, email: owner.email };
      const rendered = await renderReply(database, given, found?.text ?? '');
      if (rendered === undefined) throw conversationNotFound();
      if (!found) throw replyNotFound();
      return { text: rendered };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new Problem(409, 'reply_not_rendered', `The template fails for this customer: ${error.message}.`);
    }
  },
);

const replyNotFound = () =>
  new Problem(404, 'reply_not_found', 'This project has no prepared reply with this shortcut.');

function record(
  tx: Parameters<typeof writeAudit>[0],
  request: Parameters<typeof ownerActor>[0] & { projectId: string; id: string },
  action: string,
  shortcut: string,
): Promise<void> {
  return writeAudit(tx, {
    projectId: request.projectId,
    actor: ownerActor(request),
    action,
    subject: { type: 'reply', id: shortcut },
    requestId: request.id,
  });
}

function present({ shortcut, title, text: template, updatedAt }: ReplyRow): z.output<typeof replyShape> {
  return { shortcut, title, text: template, updated_at: updatedAt.toISOString() };
}
