import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { list, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { cursorPageOf, exampleOf, named, namedBody, nothing } from '../http/shapes.ts';
import { listPairs, pairAt, pairsOf, tellProfilesApart } from '../profiles/contacts.ts';
import { holdProfiles, profileNotFound } from '../profiles/holding.ts';
import { customerSummaryShape, customersWith } from '../profiles/listing.ts';

/** Profiles that are probably one customer: they have the same phone number or mail address. */

const exampleCustomer = exampleOf(customerSummaryShape) as z.output<typeof customerSummaryShape>;

const suggestion = named(
  'LinkSuggestion',
  z.object({
    kind: z.enum(['mail', 'phone']),
    value: z.string().describe('What both have: an address in lower case, or digits with the country.'),
    customers: z.array(customerSummaryShape).describe('The two.'),
  }),
  {
    kind: 'phone',
    value: '491711234567',
    customers: [exampleCustomer, { ...exampleCustomer, id: 'prof_01m7w922nffq6z8b4w1t5k3e7m', name: null }],
  },
);

interface PairParts {
  database: Database;
}

export const listLinkSuggestions = endpoint(
  {
    operationId: 'listLinkSuggestions',
    tags: ['Linking'],
    summary: 'List customers who are probably one',
    description:
      'Pairs of profiles with the same phone number or mail address, in the keys of their state that the customer fields name. Of more than ' +
      'two with the same value, each makes a pair with the next.',
    params: projectPath,
    querystring: z.object({
      cursor: text({ max: 1000, default: '' })
        .refine(
          (shown) => shown === '' || pairAt(shown) !== undefined,
          'give the next_cursor of the page before, as it came',
        )
        .describe('The `next_cursor` of the page before.'),
      profile_id: text({ max: 40 })
        .optional()
        .describe('`prof_…`: pairs that this customer is in, on one page.'),
    }),
    answers: { 200: cursorPageOf(suggestion, 'At most 100, by their value.', 'LinkSuggestionPage') },
  },
  async ({ projectId, query }, reply, parts: PairParts) => {
    const database = parts.database.reading(clientGone(reply));
    const { pairs, next } =
      query.profile_id === undefined
        ? await listPairs(database, projectId, query.cursor)
        : {
            pairs: await pairsOf(database, projectId, readId('profile', query.profile_id) ?? noId),
            next: null,
          };
    const ids = [...new Set(pairs.flatMap(({ oneId, otherId }) => [oneId, otherId]))];
    const customers = new Map((await customersWith(database, projectId, ids)).map((each) => [each.id, each]));
    const items = pairs.flatMap(({ kind, value, oneId, otherId }) => {
      const both = [oneId, otherId].flatMap((id) => customers.get(showId('profile', id)) ?? []);
      // One of them was merged into another in between.
      return both.length === 2 ? [{ kind, value, customers: both }] : [];
    });
    return { items, next_cursor: next };
  },
);

export const dismissLinkSuggestion = endpoint(
  {
    operationId: 'dismissLinkSuggestion',
    tags: ['Linking'],
    summary: 'Say that two customers are not one',
    description: 'They are not suggested any more. They can still be linked.',
    params: projectPath,
    body: namedBody(
      'DistinctProfiles',
      z.object({ profile_ids: list(text(), { max: 2 }) }).superRefine(({ profile_ids: ids }, ctx) => {
        if (ids.length === 2 && ids[0] !== ids[1]) return;
        ctx.addIssue({
          code: 'custom',
          path: ['profile_ids'],
          message: 'name two different profiles',
          input: ids,
        });
      }),
      { profile_ids: ['prof_01m7w91g0bf5p8r4j6t2x3k9nd', 'prof_01m7w922nffq6z8b4w1t5k3e7m'] },
    ),
    answers: { 204: nothing('They are not suggested any more.') },
    errors: ['profile_not_found'],
  },
  async (request, reply, { database }: PairParts) => {
    const { projectId } = request;
    const [one, other] = request.body.profile_ids.map((id) => readId('profile', id));
    if (!one || !other) throw profileNotFound();
    await database.transaction(async (tx) => {
      if ((await holdProfiles(tx, projectId, [one, other], 'look')).length < 2) throw profileNotFound();
      if (!(await tellProfilesApart(tx, projectId, [one, other]))) return;
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'profile.told_apart',
        subject: { type: 'profile', id: showId('profile', one) },
        requestId: request.id,
        data: { profile_id: showId('profile', other) },
      });
    });
    return reply.code(204).send();
  },
);
