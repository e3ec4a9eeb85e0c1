import type { Shape } from '../api/shapes.ts';
import { word } from '../text/text.ts';

/** Who did it: the name, or what kind of thing it is. */
export const nameOfActor = ({ actor }: Shape<'AuditEntry'>): string =>
  actor.name || word('actor', actor.type);
