import type { Shape } from '../api/shapes.ts';

export type Said = Shape<'HistoryItem'>;
export type TrialStep = Extract<Said, { direction: 'turn' }>['steps'][number];

/** The steps that something led to; none of what the scenario says. */
export const stepsOf = (said: Said): readonly TrialStep[] => (said.direction === 'out' ? [] : said.steps);

/** From the oldest to the newest, without turns of which nothing is to be told. */
export const inOrder = (newestFirst: readonly Said[]): Said[] =>
  newestFirst
    .filter((said) => said.direction !== 'turn' || said.steps.length > 0 || said.error !== null)
    .toReversed();

/** What each step has left for those after it: its last output, of the steps that have one, in the order in which they were first reached. */
export function leftBySteps(newestFirst: readonly Said[]): [step: string, output: unknown][] {
  const left = new Map<string, unknown>();
  for (const said of inOrder(newestFirst)) {
    for (const { id, output } of stepsOf(said)) {
      if (output !== undefined && output !== null) left.set(id, output);
    }
  }
  return [...left];
}

/** The buttons of the last message that has some, if nothing was said by the customer since: whoever has answered has pressed or passed them. */
export function openButtons(newestFirst: readonly Said[]): string | undefined {
  for (const said of newestFirst) {
    if (said.direction === 'in') return undefined;
    if (said.direction === 'out' && said.buttons.length > 0) return said.id;
  }
  return undefined;
}

/** Whether something is still to be handled, so that more may follow. */
export const isBusy = (newestFirst: readonly Said[]): boolean =>
  newestFirst.some(
    ({ direction, status }) => direction === 'in' && (status === 'queued' || status === 'running'),
  );
