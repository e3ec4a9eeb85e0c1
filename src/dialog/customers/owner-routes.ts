import { Readable } from 'node:stream';
import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { readId } from '../../platform/ids.ts';
import { JsonText, jsonText } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { ownerActor } from '../gate/session.ts';
import { cursorField, pageUpTo } from '../http/cursors.ts';
import { list, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { namedBody } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { standingsOf } from '../inbox/list.ts';
import { paymentsOf } from '../payments/list.ts';
import { readCard } from '../profiles/cards.ts';
import { changeProfile } from '../profiles/change.ts';
import { holdProfiles, profileNotFound } from '../profiles/holding.ts';
import { callCustomer } from '../profiles/identities.ts';
import { knownTags } from '../profiles/known-tags.ts';
import { linksBefore, presentLink } from '../profiles/links.ts';
import {
  countCustomers as countMatching,
  countQuery,
  customerPageShape,
  customerQuery,
  customersBy,
  exportQuery,
  mostCounted,
  placeAfter,
  presentCustomer,
  readStateFilter,
} from '../profiles/listing.ts';
import { patchOf, profileFields, profileShape } from '../profiles/project-shapes.ts';
import { showProfiles } from '../profiles/show.ts';
import { tagProfiles } from '../profiles/tagging.ts';
import { readCustomerFields } from '../project-settings/settings.ts';
import { tagsField } from '../scenario/tags.ts';
import { customersAsCsv } from './export.ts';
import { customerShape, happeningsShape, happeningTypes } from './shapes.ts';
import { placesAt, readHappenings } from './time-line.ts';

interface CustomerParts {
  database: Database;
}

const tags = ['Customers'];
const csv = 'text/csv';
const profilePath = projectPath.extend({ profile_id: z.string().describe('`prof_…`') });

/** Orders, merges and unlinkings that are shown with a customer. */
const shownWithCustomer = 20;

/** @throws ValidationProblem if the project has no index over the values of this key */
async function checkStateFilter(
  database: Database,
  projectId: string,
  state: string | undefined,
): Promise<void> {
  if (state === undefined) return;
  const { filter_keys: keys } = await readCustomerFields(database, projectId);
  if (keys.includes(readStateFilter(state).key)) return;
  const message =
    'customers can be listed by keys of their state that `filter_keys` of the customer fields names: ' +
    (keys.join(', ') || 'none so far');
  throw new ValidationProblem([valueError(['query', 'state'], message, state)]);
}

export const listCustomers = endpoint(
  {
    operationId: 'listCustomers',
    tags,
    summary: 'List customers',
    params: projectPath,
    querystring: customerQuery,
    answers: { 200: customerPageShape },
  },
  async ({ projectId, query }, reply, { database }: CustomerParts) => {
    await checkStateFilter(database, projectId, query.state);
    const rows = await customersBy(projectId, query).all(database.reading(clientGone(reply)));
    return pageUpTo(rows, presentCustomer, (row) => placeAfter(row, query.order));
  },
);

export const countCustomers = endpoint(
  {
    operationId: 'countCustomers',
    tags,
    summary: 'Count customers',
    description: `Those that pass the filters of the list, up to ${mostCounted.toLocaleString('en')}.`,
    params: projectPath,
    querystring: countQuery,
    answers: {
      200: z
        .object({
          count: z.int(),
          exact: z.boolean().describe('False if there are more than the count.'),
        })
        .describe('How many there are.')
        .meta({ id: 'CustomerCount', examples: [{ count: 412, exact: true }] }),
    },
  },
  async ({ projectId, query }, reply, { database }: CustomerParts) => {
    await checkStateFilter(database, projectId, query.state);
    const found = await countMatching(database.reading(clientGone(reply)), projectId, query);
    return { count: Math.min(found, mostCounted), exact: found <= mostCounted };
  },
);

const mostKnownTags = 200;

export const listCustomerTags = endpoint(
  {
    operationId: 'listCustomerTags',
    tags,
    summary: 'List the tags of customers',
    description: `At most ${mostKnownTags}, by the order of their letters; \`begin\` narrows them.`,
    params: projectPath,
    querystring: z.object({
      begin: text({ max: 200, default: '' }).describe('With what the tags begin, in these letters.'),
    }),
    answers: {
      200: z
        .object({ items: z.array(z.string()) })
        .describe('The tags.')
        .meta({ id: 'CustomerTags', examples: [{ items: ['new', 'vip'] }] }),
    },
  },
  async ({ projectId, query }, reply, { database }: CustomerParts) => ({
    items: await knownTags(database.reading(clientGone(reply)), projectId, query.begin, mostKnownTags),
  }),
);

export const exportCustomers = endpoint(
  {
    operationId: 'exportCustomers',
    tags,
    summary: 'Export customers as CSV',
    description:
      'Those that pass the filters, however many they are, with a column for each key of their state that the customer fields name. Texts ' +
      'that a spreadsheet would compute begin with an apostrophe.',
    params: projectPath,
    querystring: exportQuery,
    config: {
      answersWith: { [csv]: 'profile_id,name,status\r\nprof_01m7w91g0af0sr4w9cxq3t5mzd,Anna,new\r\n' },
    },
    answers: {
      200: z
        .string()
        .describe('A header row, and a row for each customer.')
        .meta({
          headers: {
            'Content-Disposition': { description: 'The name for its file.' },
          },
        }),
    },
  },
  async ({ projectId, query }, reply, parts: CustomerParts) => {
    await checkStateFilter(parts.database, projectId, query.state);
    const fields = await readCustomerFields(parts.database, projectId);
    const keys = [...new Set([...fields.phone_keys, ...fields.mail_keys, ...fields.filter_keys])];
    const database = parts.database.reading(clientGone(reply));
    reply.type(`${csv}; charset=utf-8`).header('content-disposition', 'attachment; filename="customers.csv"');
    return reply.send(Readable.from(customersAsCsv(database, projectId, query, keys), { objectMode: false }));
  },
);

export const readCustomer = endpoint(
  {
    operationId: 'readCustomer',
    tags,
    summary: 'Read a customer',
    description: 'With what they bought, where their dialogs stand, and what was linked.',
    params: profilePath,
    answers: { 200: customerShape.describe('The customer.') },
    errors: ['profile_not_found'],
  },
  async (request, reply, { database }: CustomerParts) => {
    const { projectId } = request;
    const { profileId, identityIds } = await customerOf(database, projectId, request.params.profile_id);
    const most = shownWithCustomer;
    const [[profile], card, orders, dialogs, links] = await Promise.all([
      showProfiles(database, projectId, [profileId]),
      readCard(database, projectId, profileId),
      paymentsOf(database, projectId, identityIds, { most }),
      standingsOf(database, projectId, identityIds),
      linksBefore(database, projectId, profileId, { before: undefined, most }),
    ]);
    if (!profile) throw profileNotFound();
    const more = jsonText({
      name: card.name,
      active_at: card.activeAt,
      orders: new JsonText(JSON.stringify(orders)),
      dialogs: new JsonText(JSON.stringify(dialogs)),
      links: new JsonText(JSON.stringify(links.map(presentLink))),
    });
    return sendJson(reply, `${profile.slice(0, -1)},${more.slice(1)}`);
  },
);

export const changeCustomer = endpoint(
  {
    operationId: 'updateCustomer',
    tags,
    summary: 'Replace fields of a customer',
    description:
      'A field that is passed replaces the stored one as a whole. A field that is null or left out stays ' +
      'as it is; `{}`, `[]` and `""` clear. A `name` is what all accounts of the customer are called from now on.',
    params: profilePath,
    body: namedBody('CustomerChanges', z.object({ ...profileFields, name: text({ max: 255 }).nullish() }), {
      name: 'Anna',
      status: 'customer',
      tags: ['vip', 'course'],
    }),
    config: { keepsDigits: ['state', 'access'] },
    answers: { 200: profileShape.describe('The whole profile.') },
    errors: ['profile_not_found'],
  },
  async (request, reply, { database }: CustomerParts) => {
    const { projectId, id: requestId } = request;
    const id = readId('profile', request.params.profile_id);
    if (!id) throw profileNotFound();
    const patch = patchOf(request.body, request.bodyText);
    const called = request.body.name?.trim();
    const actor = ownerActor(request);
    const person = { projectId, actor, requestId };
    const shown = await database.transaction(async (tx) => {
      if (called !== undefined) {
        const [held] = await holdProfiles(tx, projectId, [id], 'wait');
        if (!held) throw profileNotFound();
        await callCustomer(tx, { projectId, profileId: id, name: called || null }, actor, requestId);
      }
      return Object.keys(patch).length > 0
        ? changeProfile(tx, person, id, patch)
        : (await showProfiles(tx, projectId, [id]))[0];
    });
    if (!shown) throw profileNotFound();
    return sendJson(reply, shown);
  },
);

const mostTagged = 1000;
const mostTags = 50;

export const tagCustomers = endpoint(
  {
    operationId: 'tagCustomers',
    tags,
    summary: 'Add and remove tags of many customers',
    description: 'In one step, with an entry of the audit log for each customer that it changes.',
    params: projectPath,
    body: namedBody(
      'TagsOfCustomers',
      z
        .object({
          profile_ids: list(text(), { min: 1, max: mostTagged }),
          add: tagsField(mostTags).prefault([]),
          remove: list(text({ min: 1 }), { max: mostTags, default: [] }),
        })
        .superRefine(({ add, remove }, ctx) => {
          const both = add.find((tag) => remove.includes(tag));
          if (both !== undefined) {
            ctx.addIssue({
              code: 'custom',
              path: ['remove'],
              message: `add a tag or remove it, not both: ${both}`,
              input: remove,
            });
          } else if (add.length + remove.length === 0) {
            ctx.addIssue({
              code: 'custom',
              path: ['add'],
              message: 'name a tag to add or to remove',
              input: add,
            });
          }
        }),
      { profile_ids: ['prof_01m7w91g0af0sr4w9cxq3t5mzd'], add: ['vip'], remove: ['new'] },
    ),
    answers: {
      200: z
        .object({
          changed: z.int().describe('Customers whose tags are others now.'),
          not_found: z.array(z.string()).describe('Ids of which the project has no customer.'),
        })
        .describe('What was done.')
        .meta({ id: 'TaggedCustomers', examples: [{ changed: 1, not_found: [] }] }),
    },
  },
  async (request, _reply, { database }: CustomerParts) => {
    const { projectId, id: requestId } = request;
    const { profile_ids: shown, add, remove } = request.body;
    const ids = shown.map((id) => readId('profile', id));
    const { changed, found } = await tagProfiles(
      database,
      { projectId, actor: ownerActor(request), requestId },
      ids.filter((id) => id !== undefined),
      { add, remove },
    );
    const missing = shown.filter((_, n) => ids[n] === undefined || !found.has(ids[n]));
    return { changed, not_found: [...new Set(missing)] };
  },
);

export const listHappenings = endpoint(
  {
    operationId: 'listCustomerTimeLine',
    tags,
    summary: 'Read everything that happened with a customer',
    description:
      'Messages, events, payments, runs of workflows, jobs of operations, dialogs and merges on one time line. A payment, a run and a job ' +
      'stand where they began, a dialog where it last moved. Events and jobs are there for as long as tasks are kept.',
    params: profilePath,
    querystring: z.object({
      type: literal(happeningTypes).optional().describe('Only these.'),
      cursor: cursorField((shown) => placesAt(shown) !== undefined),
    }),
    answers: { 200: happeningsShape },
    errors: ['profile_not_found'],
  },
  async (request, _reply, { database }: CustomerParts) => {
    const { projectId } = request;
    const customer = await customerOf(database, projectId, request.params.profile_id);
    const { type, cursor } = request.query;
    return readHappenings(database, projectId, { ...customer, type }, placesAt(cursor) ?? {});
  },
);

/** @throws Problem 404 `profile_not_found` */
async function customerOf(
  database: Database,
  projectId: string,
  publicId: string,
): Promise<{ profileId: string; identityIds: string[] }> {
  const profileId = readId('profile', publicId);
  if (!profileId) throw profileNotFound();
  const [known] = await holdProfiles(database, projectId, [profileId], 'look');
  if (!known) throw profileNotFound();
  return { profileId, identityIds: known.identityIds };
}
