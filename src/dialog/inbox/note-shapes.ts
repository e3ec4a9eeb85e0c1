import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { moment, named } from '../http/shapes.ts';
import { personRef } from './conversation-shapes.ts';
import type { NoteRow } from './notes.ts';

/** Somebody of the project, in examples. */
export const exampleColleague = { id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', email: 'anna@example.com' };

export const noteShape = named(
  'ConversationNote',
  z.object({
    id: z.string().describe('`note_…`'),
    text: z.string(),
    author: personRef,
    mentions: z.array(personRef),
    created_at: moment,
  }),
  {
    id: 'note_01m7w94d2te1hr9nk5v3p8x6cz',
    text: 'She asks about her refund.',
    author: exampleColleague,
    mentions: [],
    created_at: '2026-11-20T11:02:17.805Z',
  },
);

/** A note for the people of a project. */
export function presentNote({
  id,
  text: words,
  personId,
  email,
  mentions,
  createdAt,
}: NoteRow): z.output<typeof noteShape> {
  return {
    id: showId('note', id),
    text: words,
    author: { id: showId('owner', personId), email },
    mentions: mentions.map((each) => ({ id: showId('owner', each.id), email: each.email })),
    created_at: createdAt.toISOString(),
  };
}
