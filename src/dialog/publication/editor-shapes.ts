import { z } from 'zod';
import { text } from '../http/fields.ts';
import { moment, named } from '../http/shapes.ts';

/** The shapes of what editors of drafts need beside the draft. */

const path = z.array(z.union([z.string(), z.int()]));
const value = z.unknown().optional();
const what = z.enum(['added', 'removed', 'changed']);

const changeShape = named(
  'DefinitionChange',
  z.object({
    path,
    change: what,
    before: value.describe('Absent where there was nothing.'),
    after: value.describe('Absent where there is nothing. A list of steps is that of their ids.'),
  }),
  { path: ['text'], change: 'changed', before: 'Hello', after: 'Good morning' },
);

const stepChangeShape = named(
  'StepChange',
  z.object({
    id: z.string(),
    type: z.string(),
    change: what,
    moved: z.boolean().describe('Whether it stands in another list of steps.'),
    paths: z.array(changeShape).describe('Where it differs; the paths begin at the step.'),
  }),
  {
    id: 'hello',
    type: 'message',
    change: 'changed',
    moved: false,
    paths: [{ path: ['text'], change: 'changed', before: 'Hello', after: 'Good morning' }],
  },
);

const sideShape = named(
  'ComparedDefinition',
  z.object({
    version: z.int().nullable().describe('Null for the draft.'),
    at: moment.nullable().describe('When it was published or saved.'),
    by: z.string().nullable().describe('Who did so: an e-mail address.'),
  }),
  { version: 3, at: '2026-11-20T11:00:48.733Z', by: 'owner@example.com' },
);

export const differenceShape = named(
  'DefinitionDifference',
  z.object({
    from: sideShape,
    to: sideShape,
    steps: z.array(stepChangeShape).describe('Steps that came, went or differ, by id.'),
    document: z
      .array(changeShape)
      .describe('What differs outside of steps: triggers, named flows, the order of steps.'),
  }),
  {
    from: { version: 3, at: '2026-11-20T11:00:48.733Z', by: 'owner@example.com' },
    to: { version: null, at: '2026-11-20T11:09:02.410Z', by: 'anna@example.com' },
    steps: [
      {
        id: 'hello',
        type: 'message',
        change: 'changed',
        moved: false,
        paths: [{ path: ['text'], change: 'changed', before: 'Hello', after: 'Good morning' }],
      },
    ],
    document: [],
  },
);

const side = text({ pattern: '^(?:draft|[1-9][0-9]{0,8})$' });

/** Which definitions are compared. */
export const comparedQuery = z.object({
  from: side.nullish().describe('The number of a version, or `draft`; the version in force if absent.'),
  to: side.nullish().describe('The same; the draft if absent.'),
});

export const presenceBody = z.object({
  step: text({ max: 200 }).nullish().describe('The id of the step that you look at.'),
  here: z.boolean().default(true).describe('False when you leave.'),
});

export const editorShape = named(
  'DraftEditor',
  z.object({
    person_id: z.string().describe('`own_…`'),
    email: z.string(),
    step: z.string().nullable().describe('The step that they look at.'),
    seen_at: moment,
  }),
  {
    person_id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s',
    email: 'anna@example.com',
    step: 'hello',
    seen_at: '2026-11-20T11:09:02.410Z',
  },
);
