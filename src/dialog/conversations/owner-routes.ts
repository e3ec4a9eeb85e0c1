import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { formattedFor } from '../content/formatted/shown.ts';
import { shownContentOf, shownRevision } from '../content/payload.ts';
import { type ShownAttachment, showAttachments } from '../files/shown-attachments.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { holdProfiles, profileNotFound } from '../profiles/holding.ts';
import { shownDelivery } from './from-task.ts';
import { type saidMessageShape, timeLinePageShape } from './shapes.ts';
import { readTimeLine, type SaidMessage, timeLinePage } from './time-line.ts';

export const listProfileMessages = endpoint(
  {
    operationId: 'listProfileMessages',
    tags: ['Dialogs'],
    summary: 'Read what was said with a customer',
    description:
      'One time line over all channels of the profile. It reaches back as far as conversations are kept, and follows the ' +
      'accounts of the customer when profiles are linked.',
    params: projectPath.extend({ profile_id: z.string().describe('`prof_…`') }),
    querystring: z.object({
      cursor: text().optional().describe('The `next_cursor` of the page before.'),
    }),
    answers: { 200: timeLinePageShape },
    errors: ['profile_not_found'],
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { projectId } = request;
    const before = placeOf(request.query.cursor);
    const profileId = readId('profile', request.params.profile_id);
    if (!profileId) throw profileNotFound();
    const [known] = await holdProfiles(database, projectId, [profileId], 'look');
    if (!known) throw profileNotFound();
    const said = await readTimeLine(database, projectId, profileId, before);
    const shown = said.slice(0, timeLinePage);
    return {
      items: await presentSaid(database, projectId, shown),
      next_cursor: said.length > timeLinePage ? String(shown.at(-1)!.seq) : null,
    };
  },
);

/** @throws ValidationProblem if it is no cursor */
function placeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ValidationProblem([
    valueError(['query', 'cursor'], 'give the next_cursor of the page before, as it came', cursor),
  ]);
}

/** Messages as an operator sees them, with what the customers attached. */
export async function presentSaid(
  database: Queryable,
  projectId: string,
  said: readonly SaidMessage[],
): Promise<z.output<typeof saidMessageShape>[]> {
  const attachments = await showAttachments(
    database,
    projectId,
    said.map((each) => (each.direction === 'in' ? each.payload.attachments : undefined)),
  );
  return said.map((each, i) => present(each, attachments[i]!));
}

function present(said: SaidMessage, attachments: ShownAttachment[]): z.output<typeof saidMessageShape> {
  const common = {
    id: showId('message', said.id),
    identity_id: showId('identity', said.identityId),
    channel: { id: showId('channel', said.channelId), type: said.channelType, name: said.channelName },
    environment: said.environment,
    ...shownDelivery(said.delivery, said.readAt),
    error: said.error,
    created_at: said.createdAt.toISOString(),
    finished_at: said.finishedAt?.toISOString() ?? null,
    attachments,
  };
  if (said.direction === 'in') {
    const { text: words, data } = said.payload;
    return {
      ...{ ...common, direction: 'in', author: 'customer', by: null, content: null, data },
      ...textOf(words, 'plain'),
    };
  }
  const { text: words, ...content } = shownContentOf(said.payload);
  const { author = 'client', by = null } = said.payload;
  const revision = shownRevision(said.payload);
  return {
    ...{ ...common, direction: 'out', author, by, ...revision, content, data: null },
    ...textOf(words, content.format),
  };
}

/** A text, and how it is shown where it has formatting or addresses. */
function textOf(
  text: string,
  format: Parameters<typeof formattedFor>[1],
): { text: string; formatted?: unknown[] } {
  const formatted = formattedFor(text, format);
  return { text, ...(formatted && { formatted }) };
}
