import type { Shape } from '../api/shapes.ts';
import { showMoment } from '../text/format.ts';
import { textFor } from '../text/text.ts';
import { kindOf } from './mends.ts';

export type ReadinessItem = Shape<'Readiness'>['items'][number];

/** What a text names, for the reader: moments in their zone. */
const valuesOf = ({ params }: ReadinessItem): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'string' ? showMoment(value) : value,
    ]),
  );

/** The name of an item, in the reader's language. */
export function titleOf(item: ReadinessItem): string {
  const kind = kindOf(item.id);
  if (item.id.includes(':')) return textFor('ready_title', kind, item.title, valuesOf(item));
  return textFor('ready', kind, item.title);
}

/**
 * What was found, what it means and what to do, in the reader's language. A server that is newer than these texts says it itself, and so
 * does this one before they are loaded.
 */
export const foundOf = (item: ReadinessItem) =>
  textFor('ready_found', item.code, [item.detail, item.action].filter(Boolean).join(' '), valuesOf(item));
