import type { JsonObject, Path } from '../json.ts';
import type { Place } from '../places.ts';

/** Why steps cannot be a flow of their own, and the steps or variables because of which. */
export interface Refused {
  why: 'nothing' | 'lists' | 'ways_in' | 'ways_out' | 'end_says' | 'button' | 'computed' | 'vars';
  names: readonly string[];
}

/** What is known of the steps that are to go together. */
export interface Chosen {
  document: JsonObject;
  places: readonly Place[];
  /** In their order; those inside them are not among them. */
  steps: readonly Place[];
  /** All of them, with those inside. */
  keys: ReadonlySet<string>;
}

export const refused = (why: Refused['why'], names: Iterable<string> = []): Refused => ({
  why,
  names: [...names],
});
export const isRefused = (found: object): found is Refused => 'why' in found;

export const isButton = (owner: Place | undefined, at: Path) =>
  owner?.type === 'message' && at.slice(owner.path.length).includes('buttons');
