import { isUnstorable, unstorable } from './unstorable.ts';
import {
  MOST_ITEMS,
  type RequestPart,
  shownName,
  type ValidationItem,
  valueError,
} from './validation-items.ts';

interface Rules {
  /** The members of the part to look into; null for all. */
  fields?: readonly string[] | null;
  /** Items of values that have failed already: nothing within them gets one more. */
  failed?: readonly ValidationItem[];
}

/** A value that has failed, or those within it that have. */
interface Place {
  hasFailed: boolean;
  within: Map<string | number, Place>;
}

/**
 * An item for every string of a part that cannot be stored, also for a name; at most as many as an answer may have. A body may hold
 * hundreds of thousands of such strings, hundreds deep, so the walk ends with the last item, and what has failed is looked up
 * on the way down, once for each value.
 */
export function unstorableItems(
  value: unknown,
  part: RequestPart,
  { fields = null, failed = [] }: Rules = {},
): ValidationItem[] {
  const items: ValidationItem[] = [];
  const loc: (string | number)[] = [part];

  function visit(value: unknown, place: Place | undefined): void {
    if (place?.hasFailed) return;
    if (typeof value === 'string') {
      if (isUnstorable(value)) items.push(valueError([...loc], unstorable, value));
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length && items.length < MOST_ITEMS; index++) {
        enter(index, value[index], place);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (items.length === MOST_ITEMS) return;
        if (loc.length === 1 && fields !== null && !fields.includes(name)) continue;
        enter(name, isUnstorable(name) ? name : member, place);
      }
    }
  }
  function enter(key: string | number, value: unknown, place: Place | undefined): void {
    loc.push(key);
    visit(value, place?.within.get(shownName(key)));
    loc.pop();
  }
  visit(value, failed.length > 0 ? placesOf(failed) : undefined);
  return items;
}

function placesOf(items: readonly ValidationItem[]): Place {
  const root: Place = { hasFailed: false, within: new Map() };
  for (const { loc } of items) {
    let place = root;
    for (const key of loc.slice(1)) {
      const next = place.within.get(key) ?? { hasFailed: false, within: new Map() };
      place.within.set(key, next);
      place = next;
    }
    place.hasFailed = true;
  }
  return root;
}
