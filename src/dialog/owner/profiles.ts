import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { laxBool, laxInt, list, text } from '../http/fields.ts';
import { type HeldProfile, holdProfiles, profileNotFound } from '../profiles/holding.ts';
import { type Linker, linkProfiles, type Merge, planMerge } from '../profiles/linking.ts';
import { linksPage, listLinks, presentLink } from '../profiles/links.ts';
import { showProfiles } from '../profiles/show.ts';
import { undoLink } from '../profiles/undo.ts';
import { unlinkIdentity } from '../profiles/unlinking.ts';
import { ownerActor } from './session.ts';

const mostProfiles = 20;

const profileIds = list(text(), { max: mostProfiles }).superRefine((ids, ctx) => {
  if (ids.length < 2) {
    ctx.addIssue({ code: 'too_small', origin: 'array', minimum: 2, inclusive: true, input: ids });
  } else if (new Set(ids).size < ids.length) {
    ctx.addIssue({ code: 'custom', message: 'name each profile once', input: ids });
  }
});

/** The linking centre: customers who turn out to be one, or not to be. */
export function profileLinkRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.post(
    '/profiles/link',
    {
      schema: {
        querystring: z.object({ dry_run: laxBool({ default: false }) }),
        body: z.object({ profile_ids: profileIds }),
      },
    },
    async (request, reply) => {
      const { projectId } = request;
      const ids = request.body.profile_ids.map((id) => readId('profile', id));
      const all = (held: HeldProfile[]) => {
        if (held.length < ids.length) throw profileNotFound();
        return held;
      };
      // One that is malformed is as unknown as any other.
      const wanted = ids.filter((id) => id !== undefined);
      if (request.query.dry_run) {
        return json(
          reply,
          previewOf(planMerge(all(await holdProfiles(database, projectId, wanted, 'look')))),
        );
      }
      const linked = await database.transaction(async (tx) => {
        const held = all(await holdProfiles(tx, projectId, wanted, 'wait'));
        const { linkId, merge } = await linkProfiles(tx, held, linkerOf(request));
        const [profile] = await showProfiles(tx, projectId, [merge.survivor.id]);
        return withMember('link_id', showId('link', linkId), profile!);
      });
      return json(reply, linked);
    },
  );

  app.post(
    '/profiles/:profile_id/unlink',
    { schema: { body: z.object({ identity_id: text() }) } },
    async (request, reply) => {
      const { projectId } = request;
      const profileId = profileOf(request);
      const identityId = readId('identity', request.body.identity_id);
      const unlinked = await database.transaction(async (tx) => {
        const made = await unlinkIdentity(tx, { profileId, identityId }, linkerOf(request));
        const [profile] = await showProfiles(tx, projectId, [made.profileId]);
        return withMember('link_id', showId('link', made.linkId), profile!);
      });
      return json(reply, unlinked);
    },
  );

  app.get(
    '/profiles/:profile_id/links',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { projectId } = request;
      const { offset } = request.query;
      const profileId = profileOf(request);
      const [known] = await holdProfiles(database, projectId, [profileId], 'look');
      if (!known) throw profileNotFound();
      const rows = await listLinks(database, projectId, profileId, offset);
      return {
        items: rows.slice(0, linksPage).map(presentLink),
        next_offset: rows.length > linksPage ? offset + linksPage : null,
      };
    },
  );

  app.post('/links/:link_id/undo', async (request, reply) => {
    const { link_id: publicId } = request.params as { link_id: string };
    const undone = await database.transaction(async (tx) => {
      const { link, profileIds: ids } = await undoLink(tx, publicId, linkerOf(request));
      const profiles = await showProfiles(tx, request.projectId, ids);
      return `${JSON.stringify(presentLink(link)).slice(0, -1)},"profiles":[${profiles.join()}]}`;
    });
    return json(reply, undone);
  });
}

/** The owner who links, as the history and the audit log name them. */
export function linkerOf(request: FastifyRequest): Linker {
  return { projectId: request.projectId, actor: ownerActor(request), requestId: request.id };
}

/** @throws Problem 404 `profile_not_found` for an id that none can have */
function profileOf(request: FastifyRequest): string {
  const id = readId('profile', (request.params as { profile_id: string }).profile_id);
  if (!id) throw profileNotFound();
  return id;
}

/** What a merge would do, as JSON text: values are shown as they are stored. */
function previewOf({ survivor, absorbed, fields, conflicts }: Merge): string {
  const survivorId = JSON.stringify(showId('profile', survivor.id));
  const moving = absorbed.flatMap((profile) =>
    profile.identityIds.map((id) => ({
      identity_id: showId('identity', id),
      profile_id: showId('profile', profile.id),
    })),
  );
  const disagreements = conflicts.map(({ field, key, kept, dropped }) => {
    const others = dropped.map(
      ({ profile, value }) => `{"profile_id":"${showId('profile', profile.id)}","value":${value}}`,
    );
    return `{"field":"${field}","key":${JSON.stringify(key)},"kept":${kept},"dropped":[${others.join()}]}`;
  });
  return (
    `{"dry_run":true,"survivor_id":${survivorId},` +
    `"absorbed_ids":${JSON.stringify(absorbed.map(({ id }) => showId('profile', id)))},` +
    `"before":${fieldsJson(survivor)},"after":${fieldsJson(fields)},` +
    `"conflicts":[${disagreements.join()}],"identities":${JSON.stringify(moving)}}`
  );
}

function fieldsJson({ status, state, tags, access, paidAccess }: Merge['fields']): string {
  return (
    `{"status":${JSON.stringify(status)},"state":${state},"tags":${JSON.stringify(tags)},"access":${access},` +
    `"paid_access":${paidAccess}}`
  );
}

/** The JSON text of an object with one member more, in front. */
function withMember(name: string, value: string, object: string): string {
  return `{${JSON.stringify(name)}:${JSON.stringify(value)},${object.slice(1)}`;
}

function json(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
