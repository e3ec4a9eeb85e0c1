import { textFor } from '../text/text.ts';
import type { Shape } from './shapes.ts';

/** What the check says, in the reader's language; the server says it in English itself. */
export const sayFinding = ({ reason, message, params }: Shape<'Finding'>): string =>
  textFor('finding', reason, message, params);
