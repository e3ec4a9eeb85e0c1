import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { WorkflowRow } from '../workflows/drafts.ts';

/** A draft as editors keep it, with who saved it. */
export interface EditedDraft {
  /** Grows by one whenever the draft is saved; 0 while nothing was saved. */
  revision: number;
  definition: unknown;
  view: unknown;
  saved_at: string | null;
  saved_by: string | null;
}

/** The draft of a workflow. */
export const editedDraftOf = ({
  revision,
  definition,
  view,
  updatedAt,
  savedBy,
}: WorkflowRow): EditedDraft => ({
  ...{ revision, definition, view: view ?? null },
  ...{ saved_at: updatedAt.toISOString(), saved_by: savedBy },
});

/** The header with which a client says which revision it has changed. */
export const ifMatch = z.object({
  'if-match': z
    .string()
    .optional()
    .describe(
      'The revision that you have changed, as the `ETag` of the draft shows it: `"7"`. If the draft has another one by now, ' +
        'nothing is saved, and the 412 shows the draft as it is. Without the header the draft is replaced whatever it is.',
    ),
});

/** The header that shows the revision of a draft. */
export const etagHeader = { ETag: { description: 'The revision of the draft, for `If-Match`.' } };

export const etagOf = (revision: number): string => `"${revision}"`;

/**
 * Reads the header `If-Match`: https://www.rfc-editor.org/rfc/rfc9110#name-if-match
 * @returns the wanted revision; undefined if the draft may have any
 * @throws ValidationProblem if it is none of ours
 */
export function wantedRevision(headers: { 'if-match'?: string | undefined }): number | undefined {
  const text = headers['if-match'];
  if (text === undefined || text.trim() === '') return undefined;
  // A proxy that compresses answers makes the tag a weak one.
  const digits = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  const message = 'must be the revision of a draft in quotes, as its ETag shows it, such as "7"';
  throw new ValidationProblem([valueError(['header', 'if-match'], message, text)]);
}

/**
 * Refuses to save over what somebody else has saved.
 * @param draft as it is; undefined if there is none
 * @throws Problem 412 with the draft, unless it has the wanted revision
 */
export function requireRevision(wanted: number | undefined, draft: EditedDraft | undefined): void {
  if (wanted === undefined || wanted === (draft?.revision ?? 0)) return;
  throw draftChanged(wanted, draft);
}

/** The answer to a change of another revision than the present one: it shows the present one. */
export function draftChanged(wanted: number, draft: EditedDraft | undefined): Problem {
  const now = draft
    ? `It has revision ${draft.revision} by now, saved by ${draft.saved_by ?? 'somebody'} at ${draft.saved_at}; see "current".`
    : 'It does not exist.';
  return new Problem(412, 'draft_changed', `You have changed revision ${wanted} of the draft. ${now}`, {
    fields: { current: draft ?? null },
  });
}

/** Most bytes of a view, as it is sent. */
const largestView = 256 * 1024;

/**
 * What a request says of the view.
 * @param view as it was parsed; @param text as it was sent
 * @returns JSON text to store; null to remove it; undefined to leave it
 * @throws ValidationProblem if it is too large
 */
export function wantedView(
  view: object | null | undefined,
  text: string | undefined,
): string | null | undefined {
  if (view === undefined || view === null) return view;
  if (Buffer.byteLength(text!) <= largestView) return text;
  throw new ValidationProblem([
    valueError(['body', 'view'], `must have at most ${largestView} bytes`, undefined),
  ]);
}
