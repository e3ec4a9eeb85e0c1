import type { Place } from './paths.ts';
import { changeRow, rowInConflict, type TableRow } from './rows.ts';

/** Writes cells of a row over what was seen of it, and over nothing else. */

/** A cell to be written. Values are JSON texts; undefined: the row does not have the column. */
export interface WantedCell {
  column: string;
  value: string | undefined;
  /** What was seen when it was written. */
  seen: string | undefined;
}

/** A cell that somebody else has changed meanwhile, so it was not written. */
export interface Clash {
  column: string;
  theirs: string | undefined;
}

/** How often a row is compared and written again, if others write into the table between any two requests. */
const mostTries = 5;

/**
 * The revisions that this page has made of those that it had seen: where nobody else wrote in between, all other rows are still as they
 * were seen.
 */
export class OwnRevisions {
  readonly #next = new Map<number, number>();

  made(before: number, after: number): void {
    if (after === before + 1) this.#next.set(before, after);
  }

  /** The revision at which a row that was read at this one is still the same. */
  of(read: number): number {
    let at = read;
    for (let next = this.#next.get(at); next !== undefined; next = this.#next.get(at)) at = next;
    return at;
  }
}

/**
 * Writes cells at the revision at which the row was seen. If somebody has written into the table since, the row is compared: cells that
 * are still as they were seen are written, the others are not.
 * @returns the cells that were not written
 * @throws ApiProblem of any other refusal, and of the conflict if the table changes faster than it can be compared
 */
export async function saveRow(
  place: Place,
  seen: TableRow,
  cells: readonly WantedCell[],
  own: OwnRevisions,
): Promise<Clash[]> {
  const clashes: Clash[] = [];
  let now = seen;
  let revision = own.of(seen.revision);
  for (let tries = 1; ; tries++) {
    const isClash = (cell: WantedCell) => now.values.get(cell.column) !== cell.seen;
    const left = cells.filter((cell) => {
      if (clashes.some(({ column }) => column === cell.column)) return false;
      // The same value from two hands is no conflict.
      if (!isClash(cell) || now.values.get(cell.column) === cell.value) return true;
      clashes.push({ column: cell.column, theirs: now.values.get(cell.column) });
      return false;
    });
    if (left.length === 0) return clashes;
    try {
      const change = new Map(left.map(({ column, value }) => [column, value] as const));
      const written = await changeRow(place, seen.row, change, revision);
      own.made(revision, written.revision);
      return clashes;
    } catch (problem) {
      const current = tries < mostTries && rowInConflict(seen.row, problem);
      if (!current) throw problem;
      now = current;
      revision = current.revision;
    }
  }
}
