import { plainContent } from '../content/content.ts';
import type { TurnGroup } from '../flows/turn-group.ts';
import { hasOpenedBetween, isOpen } from '../project-settings/calendar.ts';
import { readHandovers } from '../project-settings/settings.ts';
import type { MessageContent } from '../scenario/position.ts';
import { hold } from './hold.ts';
import type { LoadedDialog } from './load.ts';

/** What a project has set for customers who wait for a person. */

const settingsOf = (group: TurnGroup, projectId: string) =>
  group.once(`handovers ${projectId}`, () => readHandovers(group.tx, projectId));

/**
 * Tells a customer who waits for a person that nobody is there, if the project is closed and has words for it: once until a person has
 * answered or the hours have begun anew. It is written with the turn, so no repetition of the task says it twice.
 */
export async function sayIfAway(
  group: TurnGroup,
  dialog: LoadedDialog,
  say: (content: MessageContent) => void,
): Promise<void> {
  const { away_text: words, calendar } = await settingsOf(group, dialog.projectId);
  const now = Date.now();
  if (words === null || calendar === null || isOpen(calendar, now)) return;
  const { awayAt, tellsAwayAt } = dialog;
  if (tellsAwayAt || (awayAt && !hasOpenedBetween(calendar, awayAt.getTime(), now))) return;
  dialog.tellsAwayAt = new Date(now);
  say(plainContent(words));
}

/**
 * Holds a dialog until a person comes, and tells the customer if nobody is there. Without an end it ends as the project says, and a step
 * that waits for the person goes on by the same time.
 * @param end null if neither the step nor the channel says one
 */
export async function holdForPerson(
  group: TurnGroup,
  dialog: LoadedDialog,
  end: Date | null,
  say: (content: MessageContent) => void,
): Promise<void> {
  const until = end ?? (await usualEnd(group, dialog.projectId));
  const { position } = dialog;
  if (until && position?.waiting?.kind === 'operator') {
    dialog.position = { ...position, waiting: { ...position.waiting, until: until.toISOString() } };
  }
  hold(dialog, { by: null, until });
  await sayIfAway(group, dialog, say);
}

async function usualEnd(group: TurnGroup, projectId: string): Promise<Date | null> {
  const { unanswered_minutes: minutes } = await settingsOf(group, projectId);
  return minutes === null ? null : new Date(Date.now() + minutes * 60_000);
}
