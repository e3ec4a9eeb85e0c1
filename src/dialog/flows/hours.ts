import type { Calendar } from '../project-settings/calendar.ts';
import { readCalendar } from '../project-settings/settings.ts';
import type { Definition } from '../scenario/definition.ts';
import { asksForHours } from '../scenario/reads.ts';
import type { TurnGroup } from './turn-group.ts';

/** Reads when a project is open, if a definition asks for it: once for all turns that share a transaction. */
export async function hoursFor(
  group: Pick<TurnGroup, 'tx' | 'once'>,
  definition: Definition,
  projectId: string,
): Promise<{ calendar?: Calendar | null }> {
  if (!asksForHours(definition)) return {};
  return { calendar: await group.once(`calendar ${projectId}`, () => readCalendar(group.tx, projectId)) };
}
