import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import { JsonText, jsonText, jsonTexts } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool, laxInt, list, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { exampleOf, namedBody, pageOf } from '../http/shapes.ts';
import { type HeldProfile, holdProfiles, profileNotFound } from './holding.ts';
import { linkedProfileShape, mergePreviewShape, profileLinkShape, undoneLinkShape } from './link-shapes.ts';
import { type Linker, type Merge, linkProfiles as mergeProfiles, planMerge } from './linking.ts';
import { linksPage, listLinks, presentLink } from './links.ts';
import { writeFields } from './merge.ts';
import { showProfiles } from './show.ts';
import { undoLink as undoMerge } from './undo.ts';
import { unlinkIdentity as separateIdentity } from './unlinking.ts';

const mostProfiles = 20;

const profileIds = list(text(), { max: mostProfiles }).superRefine((ids, ctx) => {
  if (ids.length < 2) {
    ctx.addIssue({ code: 'too_small', origin: 'array', minimum: 2, inclusive: true, input: ids });
  } else if (new Set(ids).size < ids.length) {
    ctx.addIssue({ code: 'custom', message: 'name each profile once', input: ids });
  }
});

interface LinkParts {
  database: Database;
}

const profilePath = projectPath.extend({ profile_id: z.string().describe('`prof_…`') });

export const linkProfiles = endpoint(
  {
    operationId: 'linkProfiles',
    tags: ['Linking'],
    summary: 'Link profiles',
    description:
      'Merges customers who turn out to be one into the oldest profile. With `dry_run` nothing is changed.',
    params: projectPath,
    querystring: z.object({ dry_run: laxBool({ default: false }) }),
    body: namedBody('ProfilesToLink', z.object({ profile_ids: profileIds }), {
      profile_ids: ['prof_01m7w91g0bf5p8r4j6t2x3k9nd', 'prof_01m7w922nffq6z8b4w1t5k3e7m'],
    }),
    answers: {
      200: z
        .union([linkedProfileShape, mergePreviewShape])
        .describe('The profile that goes on, or with `dry_run` what a merge would do.')
        .meta({ id: 'LinkResult', examples: [exampleOf(linkedProfileShape)] }),
    },
    errors: ['profile_not_found'],
  },
  async (request, reply, { database }: LinkParts) => {
    const { projectId } = request;
    const ids = request.body.profile_ids.map((id) => readId('profile', id));
    const all = (held: HeldProfile[]) => {
      if (held.length < ids.length) throw profileNotFound();
      return held;
    };
    // A malformed id is treated like an unknown one.
    const wanted = ids.filter((id) => id !== undefined);
    if (request.query.dry_run) {
      return sendJson(
        reply,
        previewOf(planMerge(all(await holdProfiles(database, projectId, wanted, 'look')))),
      );
    }
    const linked = await database.transaction(async (tx) => {
      const held = all(await holdProfiles(tx, projectId, wanted, 'wait'));
      const { linkId, merge } = await mergeProfiles(tx, held, linkerOf(request));
      const [profile] = await showProfiles(tx, projectId, [merge.survivor.id]);
      return withMember('link_id', showId('link', linkId), profile!);
    });
    return sendJson(reply, linked);
  },
);

export const unlinkIdentity = endpoint(
  {
    operationId: 'unlinkIdentity',
    tags: ['Linking'],
    summary: 'Unlink an identity',
    description: 'Gives an account its own profile again.',
    params: profilePath,
    body: namedBody('IdentityToUnlink', z.object({ identity_id: text() }), {
      identity_id: 'idn_01m7w922ndf0y7k3m9r2c5v8xa',
    }),
    answers: { 200: linkedProfileShape.describe('The new profile.') },
    errors: ['profile_not_found', 'identity_not_found', 'last_identity'],
  },
  async (request, reply, { database }: LinkParts) => {
    const { projectId } = request;
    const profileId = profileOf(request.params);
    const identityId = readId('identity', request.body.identity_id);
    const unlinked = await database.transaction(async (tx) => {
      const made = await separateIdentity(tx, { profileId, identityId }, linkerOf(request));
      const [profile] = await showProfiles(tx, projectId, [made.profileId]);
      return withMember('link_id', showId('link', made.linkId), profile!);
    });
    return sendJson(reply, unlinked);
  },
);

export const listProfileLinks = endpoint(
  {
    operationId: 'listProfileLinks',
    tags: ['Linking'],
    summary: 'Read the history of a profile',
    description: 'Profiles that were linked to it, and accounts that were unlinked from it.',
    params: profilePath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: pageOf(profileLinkShape, 'At most 100, newest first.') },
    errors: ['profile_not_found'],
  },
  async (request, _reply, { database }: LinkParts) => {
    const { projectId } = request;
    const { offset } = request.query;
    const profileId = profileOf(request.params);
    const [known] = await holdProfiles(database, projectId, [profileId], 'look');
    if (!known) throw profileNotFound();
    const rows = await listLinks(database, projectId, profileId, offset);
    return {
      items: rows.slice(0, linksPage).map(presentLink),
      next_offset: rows.length > linksPage ? offset + linksPage : null,
    };
  },
);

export const undoLink = endpoint(
  {
    operationId: 'undoLink',
    tags: ['Linking'],
    summary: 'Undo a merge',
    params: projectPath.extend({ link_id: z.string().describe('`lnk_…`') }),
    answers: { 200: undoneLinkShape.describe('The merge, and the profiles as they are now.') },
    errors: ['link_not_found', 'already_undone', 'undo_impossible'],
  },
  async (request, reply, { database }: LinkParts) => {
    const { link_id: publicId } = request.params;
    const undone = await database.transaction(async (tx) => {
      const { link, profileIds: ids } = await undoMerge(tx, publicId, linkerOf(request));
      const profiles = await showProfiles(tx, request.projectId, ids);
      return jsonText({ ...presentLink(link), profiles: jsonTexts(profiles) });
    });
    return sendJson(reply, undone);
  },
);

/** The owner who links, for the history and the audit log. */
export function linkerOf(request: FastifyRequest): Linker {
  return { projectId: request.projectId, actor: ownerActor(request), requestId: request.id };
}

/** @throws Problem 404 `profile_not_found` if the text cannot be an id */
function profileOf({ profile_id: publicId }: z.output<typeof profilePath>): string {
  const id = readId('profile', publicId);
  if (!id) throw profileNotFound();
  return id;
}

/** The effect of a merge, as JSON text with the values as they are stored. */
function previewOf({ survivor, absorbed, fields, conflicts }: Merge): string {
  const moving = absorbed.flatMap((profile) =>
    profile.identityIds.map((id) => ({
      identity_id: showId('identity', id),
      profile_id: showId('profile', profile.id),
    })),
  );
  const disagreements = conflicts.map(({ field, key, kept, dropped }) => {
    const others = dropped.map(({ profile, value }) =>
      jsonText({ profile_id: showId('profile', profile.id), value: new JsonText(value) }),
    );
    return jsonText({ field, key, kept: new JsonText(kept), dropped: jsonTexts(others) });
  });
  return jsonText({
    dry_run: true,
    survivor_id: showId('profile', survivor.id),
    absorbed_ids: absorbed.map(({ id }) => showId('profile', id)),
    before: new JsonText(jsonText(writeFields(survivor))),
    after: new JsonText(jsonText(writeFields(fields))),
    conflicts: jsonTexts(disagreements),
    identities: moving,
  });
}

/** Adds a member at the front of an object in JSON text. */
function withMember(name: string, value: string, object: string): string {
  return `{${JSON.stringify(name)}:${JSON.stringify(value)},${object.slice(1)}`;
}
