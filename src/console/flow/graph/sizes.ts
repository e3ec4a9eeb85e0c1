import type { JsonObject } from '../document/json.ts';
import { type Outcome, shownOutcomes } from '../document/targets.ts';

/** The sizes of what stands on the graph, known without measuring, so that 500 steps are laid out at once. */
export const nodeWidth = 260;
const headHeight = 36;
const wordsHeight = 44;
export const rowHeight = 24;
const bottom = 6;
export const triggerHeight = 60;
/** Between steps that only follow each other. */
export const stackGap = 12;

/** The outcomes that have a row: `next` leaves at the head. */
export const rowsOf = (step: JsonObject): Outcome[] =>
  shownOutcomes(step).filter(({ kind }) => kind !== 'main');

export const nodeHeight = (step: JsonObject): number => {
  const rows = rowsOf(step).length;
  return headHeight + wordsHeight + rows * rowHeight + (rows > 0 ? bottom : 0);
};

/** How far below the top of its node an outcome leaves. @param row its index among the rows; undefined: at the head */
export const handleTop = (row: number | undefined): number =>
  row === undefined ? headHeight / 2 : headHeight + wordsHeight + row * rowHeight + rowHeight / 2;

/** Around the steps of a group: the room beside them, and above them for the title. */
export const framePadding = 16;
export const frameHead = 44;
/** A new note. */
export const noteSize: readonly [width: number, height: number] = [220, 96];
export const leastNote = { width: 120, height: 48 };
