import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { invalidKey } from '../gate/project-gate.ts';
import { bodyCodes, projectAnswers } from '../http/answers.ts';
import { dict, laxInt, list, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import { profileNotFound } from './holding.ts';
import { listProfiles, type ProfilePatch, ProfileReader, patchProfile, profilesPage } from './store.ts';

const moment = z.iso.datetime();

const profile = z.object({
  id: z.string().describe('`prof_…`'),
  status: z.string(),
  state: z.record(z.string(), z.string()).describe('Shared by all channels of the customer.'),
  tags: z.array(z.string()),
  access: z.record(z.string(), z.unknown()).describe('Rights given by hand.'),
  paid_access: z
    .array(z.object({ product: z.string(), until: moment.nullable(), order_id: z.string() }))
    .describe('Rights that were paid for; never changed through `access`.'),
  identities: z
    .array(
      z.object({
        id: z.string().describe('`idn_…`; messages and events are addressed to it.'),
        channel_id: z.string(),
        channel: z.string().describe('The type of the channel.'),
        external_id: z.string().describe("The customer's id in the channel."),
        name: z.string().nullable(),
        created_at: moment,
      }),
    )
    .describe('The confirmed accounts of the customer.'),
  created_at: moment,
  updated_at: moment,
});

const profilePath = projectPath.extend({ profile_id: z.string().describe('`prof_…`') });

export function profileRoutes(
  plain: FastifyInstance,
  { database, hot }: { database: Database; hot: Database },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const reader = new ProfileReader(hot);

  app.get(
    '/profiles',
    {
      config: { scope: 'profiles:read' },
      schema: {
        operationId: 'listProfiles',
        tags: ['Profiles'],
        summary: 'List profiles, or find one by channel and external id',
        description:
          'Needs the scope `profiles:read`. Both filters together find the one customer with this account.',
        params: projectPath,
        querystring: z.object({
          channel_id: text({ default: '' }).describe('Only customers with an account in this channel.'),
          external_id: text({ default: '' }).describe('Only the customer who has this id in a channel.'),
          offset: laxInt({ ge: 0, default: 0 }),
        }),
        response: projectAnswers({
          200: z
            .object({ items: z.array(profile), next_offset: z.int().nullable() })
            .describe('At most 100, oldest first. `next_offset` is null on the last page.'),
        }),
      },
    },
    async (request, reply) => {
      const { channel_id: channelId, external_id: externalId, offset } = request.query;
      const { items, more } = await listProfiles(database, request.projectKey.projectId, {
        channelId,
        externalId,
        offset,
      });
      const next = more ? offset + profilesPage : null;
      return json(reply, `{"items":[${items.join(',')}],"next_offset":${next}}`);
    },
  );

  app.get(
    '/profiles/:profile_id',
    {
      config: { scope: 'profiles:read' },
      schema: {
        operationId: 'readProfile',
        tags: ['Profiles'],
        summary: 'Read a profile',
        description: 'Needs the scope `profiles:read`.',
        params: profilePath,
        response: projectAnswers({ 200: profile.describe('The profile.') }, ['profile_not_found']),
      },
    },
    async (request, reply) => {
      const id = readId('profile', request.params.profile_id);
      const found = id && (await reader.read(request.projectKey.projectId, id));
      if (!found) throw profileNotFound();
      return json(reply, found);
    },
  );

  app.patch(
    '/profiles/:profile_id',
    {
      config: { scope: 'profiles:write' },
      schema: {
        operationId: 'updateProfile',
        tags: ['Profiles'],
        summary: 'Replace fields of a profile',
        description:
          'Needs the scope `profiles:write`. A field that is passed replaces the stored one as a whole. A field that ' +
          'is null or left out stays as it is; `{}`, `[]` and `""` clear.',
        params: profilePath,
        body: z.object({
          status: text().nullish(),
          state: dict(text()).nullish(),
          tags: list(text()).nullish(),
          access: dict().nullish(),
        }),
        response: projectAnswers({ 200: profile.describe('The whole profile.') }, [
          ...bodyCodes,
          'profile_not_found',
        ]),
      },
    },
    async (request, reply) => {
      const id = readId('profile', request.params.profile_id);
      if (!id) throw profileNotFound();
      const { status, state, tags, access } = request.body;
      const patch: ProfilePatch = {};
      if (status != null) patch.status = status;
      // As sent: an object of JavaScript would move names that look like numbers to the front.
      if (state != null) patch.state = losslessField(request.bodyText, 'state')!;
      if (tags != null) patch.tags = tags;
      if (access != null) patch.access = losslessField(request.bodyText, 'access')!;
      const { projectId } = request.projectKey;
      const changed =
        Object.keys(patch).length > 0 &&
        (await patchProfile(database, request.projectKey, id, patch, request.id));
      if (changed) return json(reply, changed);
      const unchanged = await reader.read(projectId, id);
      if (!unchanged) throw profileNotFound();
      // It is there and was not changed, although it should have been: the key was revoked a moment ago.
      if (Object.keys(patch).length > 0) throw invalidKey();
      return json(reply, unchanged);
    },
  );
}

function json(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
