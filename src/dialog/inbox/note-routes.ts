import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { idCursor, pageById } from '../http/cursors.ts';
import { list, text } from '../http/fields.ts';
import { cursorPageOf, namedBody, nothing } from '../http/shapes.ts';
import { holdConversation } from './assignment.ts';
import { conversationPath, customerOf } from './conversation-routes.ts';
import { conversationNotFound } from './not-found.ts';
import { exampleColleague, noteShape, presentNote } from './note-shapes.ts';
import { findNote, findNotes, isConversation, removeNote, writeNote } from './notes.ts';
import { servingPeople } from './people.ts';

interface NoteParts {
  database: Database;
}

export const listNotes = endpoint(
  {
    operationId: 'listConversationNotes',
    tags: ['Inbox'],
    summary: 'List the notes about a customer',
    description: 'Customers never see them.',
    params: conversationPath,
    querystring: z.object({ cursor: idCursor('note') }),
    answers: { 200: cursorPageOf(noteShape, 'At most 100, newest first.') },
    errors: ['conversation_not_found'],
  },
  async (request, _reply, { database }: NoteParts) => {
    const before = readId('note', request.query.cursor);
    const { projectId } = request;
    const profileId = customerOf(request.params);
    const rows = await findNotes(database, projectId, profileId, before);
    if (rows.length === 0 && !(await isConversation(database, projectId, profileId)))
      throw conversationNotFound();
    return pageById('note', rows, presentNote);
  },
);

export const addNote = endpoint(
  {
    operationId: 'addConversationNote',
    tags: ['Inbox'],
    summary: 'Write a note about a customer',
    description: 'Whoever it mentions finds the conversation unread.',
    params: conversationPath,
    body: namedBody(
      'NewConversationNote',
      z.object({
        text: text({ min: 1, max: 3000 }),
        mentions: list(text({ max: 40 }), { max: 20, default: [] }).describe('People, `own_…`.'),
      }),
      { text: 'She asks about her refund.', mentions: [exampleColleague.id] },
    ),
    answers: { 201: noteShape.describe('The note.') },
    errors: ['conversation_not_found', 'person_not_found'],
  },
  async (request, reply, { database }: NoteParts) => {
    const { projectId, owner, body } = request;
    const profileId = customerOf(request.params);
    const row = await database.transaction(async (tx) => {
      const { identityId } = await holdConversation(tx, projectId, profileId);
      const mentions = await servingPeople(tx, projectId, body.mentions);
      const id = await writeNote(tx, {
        ...{ projectId, profileId, identityId, personId: owner.id },
        ...{ text: body.text, mentions },
      });
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'conversation.noted',
        subject: { type: 'conversation', id: showId('profile', profileId) },
        requestId: request.id,
        identityId,
        data: { note_id: showId('note', id), mentions: body.mentions },
      });
      return (await findNote(tx, { projectId, profileId, id }))!;
    });
    return reply.code(201).send(presentNote(row));
  },
);

export const deleteNote = endpoint(
  {
    operationId: 'deleteConversationNote',
    tags: ['Inbox'],
    summary: 'Remove a note',
    description: 'Your own; an owner of the project removes any.',
    params: conversationPath.extend({ note_id: z.string().describe('`note_…`') }),
    answers: { 204: nothing('The note is removed.') },
    errors: ['note_not_found', 'not_your_note'],
  },
  async (request, reply, { database }: NoteParts) => {
    const { projectId, owner } = request;
    const profileId = readId('profile', request.params.profile_id);
    const id = readId('note', request.params.note_id);
    await database.transaction(async (tx) => {
      const found = profileId && id && (await findNote(tx, { projectId, profileId, id }));
      if (!found) throw new Problem(404, 'note_not_found', 'There is no such note about this customer.');
      if (found.personId !== owner.id && !request.roles.every((role) => role === 'owner')) {
        const message = `The note is of ${found.email}, who can remove it, as an owner of the project can.`;
        throw new Problem(403, 'not_your_note', message);
      }
      await removeNote(tx, projectId, id);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'conversation.note_deleted',
        subject: { type: 'conversation', id: showId('profile', profileId) },
        requestId: request.id,
        data: { note_id: showId('note', id) },
      });
    });
    return reply.code(204).send();
  },
);
