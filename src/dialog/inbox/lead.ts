import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { type EntryAbout, entriesAbout } from '../audit/about.ts';
import { moment, named } from '../http/shapes.ts';
import { exampleColleague } from './note-shapes.ts';

/** Who has led the dialogs of a customer, from the audit log. */

const kinds = ['taken', 'person_wanted', 'nobody_came', 'given_back', 'closed', 'reopened'] as const;

export const leadChangeShape = named(
  'LeadChange',
  z.object({
    kind: z
      .enum(kinds)
      .describe(
        '`taken` by a person; `person_wanted` by the customer or a step; `nobody_came` in time; `given_back` to the scenario; the ' +
          'conversation was `closed` or `reopened`.',
      ),
    by: z
      .string()
      .nullable()
      .describe(
        'The e-mail address of the person; null if the time of a hold was over, or nobody of the project did it.',
      ),
    to: z
      .string()
      .nullable()
      .optional()
      .describe(
        'With `taken`: the e-mail address of whom somebody else gave it to, null for nobody. Absent for who took it.',
      ),
    at: moment,
  }),
  { kind: 'taken', by: exampleColleague.email, at: '2026-11-20T11:02:17.805Z' },
);

type LeadChange = z.output<typeof leadChangeShape>;

const actions = {
  'dialog.handover': ({ actorType }: EntryAbout) => (actorType === 'owner' ? 'taken' : 'person_wanted'),
  'dialog.released': () => 'given_back',
  'dialog.unanswered': () => 'nobody_came',
  'conversation.closed': () => 'closed',
  'conversation.reopened': () => 'reopened',
} satisfies Record<string, (entry: EntryAbout) => LeadChange['kind']>;

/** Who of the project did it. The release of a dialog is a task, whose entry names the person. */
function personOf({ actorType, actorName, data }: EntryAbout): string | null {
  const { by } = data as { by?: unknown };
  if (actorType === 'owner') return actorName;
  return typeof by === 'string' && by.includes('@') ? by : null;
}

/** Whom somebody else gave it to; null for nobody. */
function toOf({ action, actorType, actorName, data }: EntryAbout): { to?: string | null } {
  const { held_by: to } = data as { held_by?: string | null };
  const isGiven = action === 'dialog.handover' && actorType === 'owner' && to !== undefined;
  return isGiven && to !== actorName ? { to } : {};
}

/** How the lead of a customer's dialogs changed, at most the hundred newest, newest first. */
export async function readLead(
  database: Queryable,
  { projectId, profileId, identityIds }: { projectId: string; profileId: string; identityIds: string[] },
): Promise<LeadChange[]> {
  const entries = await entriesAbout.all(database, {
    projectId,
    subjects: [showId('profile', profileId), ...identityIds.map((id) => showId('identity', id))],
    actions: Object.keys(actions),
  });
  return entries.map((entry) => ({
    kind: actions[entry.action as keyof typeof actions](entry),
    by: personOf(entry),
    ...toOf(entry),
    at: entry.at.toISOString(),
  }));
}
