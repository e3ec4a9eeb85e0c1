import type { JsonObject } from '../template/json.ts';
import type { Position, Stimulus } from './position.ts';

/** What a flow has heard, for its templates: its event, and the last answer. */

type Heard = Pick<Position, 'event' | 'answer'>;

/**
 * Adds an answer to what was heard before. The answer's own data do not change the event; only another external event with data
 * replaces the earlier one. `event.text` is always the last text.
 */
export function heardWith(
  { text, data, event }: Omit<Extract<Stimulus, { type: 'text' }>, 'type'>,
  before: Heard,
): Required<Heard> {
  const isNewEvent = event != null && Object.keys(event).length > 0;
  return {
    event: { ...(isNewEvent ? event : before.event), text },
    answer: { ...(event ?? data), text },
  };
}

/**
 * `event` and `answer` for templates. Data of the answer are also visible in `event`, unless the event has such a field, because
 * definitions that were published under version 0.12.0 read them there.
 */
export function heardIn({ event, answer }: Heard): { event: JsonObject; answer: JsonObject } {
  return { event: { ...answer, ...event }, answer: answer ?? {} };
}
