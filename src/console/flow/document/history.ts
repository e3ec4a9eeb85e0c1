import type { Group, Note } from './elements.ts';
import type { JsonObject } from './json.ts';

/** A draft: the definition, and what the editor keeps beside it. */
export interface Draft {
  definition: JsonObject;
  view: View;
}

/** What the editor keeps beside the definition. Others may keep more in it. */
export interface View {
  /** Where steps were put by hand. */
  readonly positions?: Readonly<Record<string, readonly [x: number, y: number]>>;
  /** Words on the canvas, by id. */
  readonly notes?: Readonly<Record<string, Note>>;
  /** Frames around steps, by id. */
  readonly groups?: Readonly<Record<string, Group>>;
  /** Outputs that stand in for steps while the draft is tried, by step. */
  readonly pins?: Readonly<Record<string, JsonObject>>;
  readonly [name: string]: unknown;
}

/** Drafts that never change, before and after the present one. */
export interface History {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Edits with the same name in a row are one step: typing in a field. */
  join: string | undefined;
}

/** How many steps back there are. */
export const mostSteps = 200;

export const begun = (present: Draft): History => ({ past: [], present, future: [], join: undefined });

/** Adds an edit. @param join joins it to the one before, if that has the same name */
export function edited(history: History, draft: Draft, join?: string): History {
  const { past, present } = history;
  if (draft.definition === present.definition && draft.view === present.view) return history;
  if (join !== undefined && join === history.join) return { past, present: draft, future: [], join };
  return { past: [...past, present].slice(-mostSteps), present: draft, future: [], join };
}

/** Ends the joining of edits, as when a field is left. */
export const parted = (history: History): History =>
  history.join === undefined ? history : { ...history, join: undefined };

export function undone(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  const { past, present, future } = history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], join: undefined };
}

export function redone(history: History): History {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.present], present: after, future, join: undefined };
}

/** Puts what others have changed under every draft of the history. */
export const rebased = (history: History, change: (draft: Draft) => Draft): History => ({
  past: history.past.map(change),
  present: change(history.present),
  future: history.future.map(change),
  join: undefined,
});
