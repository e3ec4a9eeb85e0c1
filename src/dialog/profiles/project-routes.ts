import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { readId } from '../../platform/ids.ts';
import { jsonText, jsonTexts } from '../../platform/json-text.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { invalidKey } from '../gate/project-gate.ts';
import { laxInt, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { pageOf } from '../http/shapes.ts';
import { profileNotFound } from './holding.ts';
import { patchOf, profileChanges, profileShape } from './project-shapes.ts';
import { listProfiles as findProfiles, type ProfileReader, patchProfile, profilesPage } from './store.ts';

const profilePage = pageOf(profileShape, 'At most 100, oldest first.', 'ProfilePage');

const profilePath = projectPath.extend({ profile_id: z.string().describe('`prof_…`') });

interface ProfileParts {
  database: Database;
  profiles: ProfileReader;
}

export const listProfiles = endpoint(
  {
    operationId: 'listProfiles',
    tags: ['Profiles'],
    summary: 'List profiles, or find one by channel and external id',
    description: 'Both filters together find the one customer with this account.',
    params: projectPath,
    querystring: z.object({
      channel_id: text({ default: '' }).describe('Only customers with an account in this channel.'),
      external_id: text({ default: '' }).describe('Only the customer who has this id in a channel.'),
      offset: laxInt({ ge: 0, default: 0 }),
    }),
    answers: { 200: profilePage },
  },
  async (request, reply, { database }: ProfileParts) => {
    const { channel_id: channelId, external_id: externalId, offset } = request.query;
    const { items, more } = await findProfiles(
      database.reading(clientGone(reply)),
      request.projectKey.projectId,
      {
        channelId,
        externalId,
        offset,
      },
    );
    const next = more ? offset + profilesPage : null;
    return sendJson(reply, jsonText({ items: jsonTexts(items), next_offset: next }));
  },
);

export const readProfile = endpoint(
  {
    operationId: 'readProfile',
    tags: ['Profiles'],
    summary: 'Read a profile',
    params: profilePath,
    answers: { 200: profileShape.describe('The profile.') },
    errors: ['profile_not_found'],
  },
  async (request, reply, { profiles }: ProfileParts) => {
    const id = readId('profile', request.params.profile_id);
    const found = id && (await profiles.read(request.projectKey.projectId, id));
    if (!found) throw profileNotFound();
    return sendJson(reply, found);
  },
);

export const updateProfile = endpoint(
  {
    operationId: 'updateProfile',
    tags: ['Profiles'],
    summary: 'Replace fields of a profile',
    description:
      'A field that is passed replaces the stored one as a whole. A field that is null or left out stays ' +
      'as it is; `{}`, `[]` and `""` clear.',
    params: profilePath,
    body: profileChanges,
    answers: { 200: profileShape.describe('The whole profile.') },
    errors: ['profile_not_found'],
  },
  async (request, reply, { database, profiles }: ProfileParts) => {
    const id = readId('profile', request.params.profile_id);
    if (!id) throw profileNotFound();
    const patch = patchOf(request.body, request.bodyText);
    const { projectId, id: keyId, publicId, name } = request.projectKey;
    const writer = {
      ...{ projectId, keyId, requestId: request.id },
      actor: { type: 'key', id: publicId, name } as const,
    };
    const changed = Object.keys(patch).length > 0 && (await patchProfile(database, writer, id, patch));
    if (changed) return sendJson(reply, changed);
    const unchanged = await profiles.read(projectId, id);
    if (!unchanged) throw profileNotFound();
    // The profile exists but was not changed, so the key has just been revoked.
    if (Object.keys(patch).length > 0) throw invalidKey();
    return sendJson(reply, unchanged);
  },
);
