import { z } from 'zod';
import { laxInt, text } from '../http/fields.ts';

/** What happens while customers wait for a person. */
export interface HandoverSettings {
  /** What a customer is told who waits for a person while the project is closed; null for nothing. */
  away_text: string | null;
  /** After how many minutes without a person the scenario goes on; null for never. */
  unanswered_minutes: number | null;
}

/** Those of a project that has not said anything. */
export const noHandoverSettings: HandoverSettings = { away_text: null, unanswered_minutes: null };

/** As long as an operator can hold a dialog: 30 days. */
const mostMinutes = 30 * 24 * 60;

/** The fields of a request that says it. */
export const handoverBody = z.strictObject({
  away_text: text({ min: 1, max: 3000 })
    .nullable()
    .describe(
      'Said to a customer who waits for a person outside the hours of the calendar; null for nothing.',
    ),
  unanswered_minutes: laxInt({ ge: 1, le: mostMinutes })
    .nullable()
    .describe(
      'Minutes after which the scenario goes on if no person came, where neither the step nor the channel says a time; null for never.',
    ),
});
