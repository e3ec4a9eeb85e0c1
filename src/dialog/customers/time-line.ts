import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { presentSaid } from '../conversations/owner-routes.ts';
import { readSaid, type SaidMessage, type SubmittedEvent } from '../conversations/time-line.ts';
import { cursorPage } from '../http/cursors.ts';
import { standingsOf } from '../inbox/list.ts';
import { presentNote } from '../inbox/note-shapes.ts';
import { findNotes } from '../inbox/notes.ts';
import { jobsOf } from '../operations/job-list.ts';
import { paymentsOf } from '../payments/list.ts';
import { linksBefore, presentLink } from '../profiles/links.ts';
import { runsOf } from '../workflows/run-list.ts';
import type { happenedShape, happeningTypes } from './shapes.ts';

/** Everything that happened with a customer, as one list. */

type Happened = z.output<typeof happenedShape>;

/** How far each source has been shown: a text that the source itself reads. A source that is left out begins at its newest. */
const places = z.strictObject({
  said: z.int().optional(),
  payment: z
    .string()
    .refine((id) => readId('order', id) !== undefined)
    .optional(),
  run: z
    .string()
    .refine((id) => readId('run', id) !== undefined)
    .optional(),
  job: z
    .string()
    .refine((id) => readId('job', id) !== undefined)
    .optional(),
  note: z
    .string()
    .refine((id) => readId('note', id) !== undefined)
    .optional(),
  link: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  /** When the last dialog moved, and its account. */
  dialog: z.tuple([z.iso.datetime(), z.string()]).optional(),
});
type Places = z.output<typeof places>;

/** Reads a cursor; undefined for any other text. */
export function placesAt(cursor: string): Places | undefined {
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Something that may be shown next, and the place of its source after it. */
interface Candidate {
  at: string;
  shown: Happened | { said: SaidMessage };
  after: Places;
}

/**
 * A page of what happened with a customer, newest first. Each source is read after its own place, so pages neither repeat nor leave out
 * anything, and cost the same wherever they begin. Where a dialog stands is shown at its last movement.
 * @param identityIds the accounts of the profile
 * @param type only what is of this type; other sources are not read
 */
export async function readHappenings(
  database: Queryable,
  projectId: string,
  {
    profileId,
    identityIds,
    type,
  }: { profileId: string; identityIds: readonly string[]; type: (typeof happeningTypes)[number] | undefined },
  begin: Places,
): Promise<{ items: Happened[]; next_cursor: string | null }> {
  const most = cursorPage + 1;
  const stored = (kind: 'order' | 'run' | 'job' | 'note', id: string | undefined) =>
    id === undefined ? id : readId(kind, id);
  const isOf = (each: typeof type) => type === undefined || type === each;
  const [said, payments, runs, jobs, notes, links, dialogs] = await Promise.all([
    isOf('message') || isOf('event')
      ? readSaid(database, projectId, profileId, { before: begin.said, type: type as 'message' | 'event' })
      : [],
    isOf('payment')
      ? paymentsOf(database, projectId, identityIds, { before: stored('order', begin.payment), most })
      : [],
    isOf('run') ? runsOf(database, projectId, identityIds, { before: stored('run', begin.run), most }) : [],
    isOf('job') ? jobsOf(database, projectId, identityIds, { before: stored('job', begin.job), most }) : [],
    isOf('note') ? findNotes(database, projectId, profileId, stored('note', begin.note)) : [],
    isOf('link')
      ? linksBefore(database, projectId, profileId, {
          before: begin.link === undefined ? undefined : BigInt(begin.link),
          most,
        })
      : [],
    isOf('dialog') ? standingsOf(database, projectId, identityIds) : [],
  ]);
  const sources: Candidate[][] = [
    said.map((each) =>
      'event' in each
        ? { ...eventCandidate(each.event), after: { said: each.event.seq } }
        : {
            at: each.message.createdAt.toISOString(),
            shown: { said: each.message },
            after: { said: each.message.seq },
          },
    ),
    payments.map((payment) => ({
      at: payment.created_at,
      shown: { type: 'payment', at: payment.created_at, payment },
      after: { payment: payment.order_id },
    })),
    runs.map((run) => ({
      at: run.created_at,
      shown: { type: 'run', at: run.created_at, run },
      after: { run: run.run_id },
    })),
    jobs.map((job) => ({
      at: job.created_at,
      shown: { type: 'job', at: job.created_at, job },
      after: { job: job.job_id },
    })),
    notes.map((row) => {
      const note = presentNote(row);
      return {
        at: note.created_at,
        shown: { type: 'note', at: note.created_at, note },
        after: { note: note.id },
      };
    }),
    links.map((row) => {
      const link = presentLink(row);
      return {
        at: link.created_at,
        shown: { type: 'link', at: link.created_at, link },
        after: { link: String(row.seq) },
      };
    }),
    dialogs
      .map((dialog): Candidate & { place: [string, string] } => ({
        at: dialog.updated_at,
        shown: { type: 'dialog', at: dialog.updated_at, dialog },
        place: [dialog.updated_at, dialog.identity_id],
        after: { dialog: [dialog.updated_at, dialog.identity_id] },
      }))
      .filter(({ place }) => begin.dialog === undefined || isBefore(place, begin.dialog)),
  ];
  const { chosen, end, more } = mergeSources(sources, begin);
  const messages = await presentSaid(
    database,
    projectId,
    chosen.flatMap(({ shown }) => ('said' in shown ? [shown.said] : [])),
  );
  let next = 0;
  const items = chosen.map(({ at, shown }): Happened => {
    return 'said' in shown ? { type: 'message', at, message: messages[next++]! } : shown;
  });
  return {
    items,
    next_cursor: more ? Buffer.from(JSON.stringify(end)).toString('base64url') : null,
  };
}

const isBefore = (one: [string, string], other: [string, string]) =>
  one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);

function eventCandidate({ identityId, environment, createdAt, payload }: SubmittedEvent) {
  const at = createdAt.toISOString();
  const { event_id, text, data } = payload;
  const event = { event_id, identity_id: showId('identity', identityId), environment, text, data };
  return { at, shown: { type: 'event' as const, at, event } };
}

/** Takes the newest of the sources, each of which has its newest first, until a page is full. */
function mergeSources(
  sources: Candidate[][],
  begin: Places,
): { chosen: Candidate[]; end: Places; more: boolean } {
  const chosen: Candidate[] = [];
  let end = begin;
  const taken = sources.map(() => 0);
  const newest = () => {
    let best = -1;
    for (const [n, source] of sources.entries()) {
      const head = source[taken[n]!];
      if (head && (best < 0 || head.at > sources[best]![taken[best]!]!.at)) best = n;
    }
    return best;
  };
  for (let n = newest(); n >= 0 && chosen.length < cursorPage; n = newest()) {
    const head = sources[n]![taken[n]!++]!;
    chosen.push(head);
    end = { ...end, ...head.after };
  }
  return { chosen, end, more: newest() >= 0 };
}
