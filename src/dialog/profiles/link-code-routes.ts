import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxInt, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { namedBody, nothing, pageOf } from '../http/shapes.ts';
import {
  codesPage,
  revokeLinkCode as endLinkCode,
  listLinkCodes as findLinkCodes,
  createLinkCode as insertLinkCode,
  presentLinkCode,
} from './link-codes.ts';
import { linkerOf } from './link-routes.ts';
import { linkCodeShape, newLinkCodeShape } from './link-shapes.ts';

const minute = 60;
const day = 86_400;

const newCode = namedBody(
  'NewLinkCode',
  z
    .object({
      profile_id: text().nullish(),
      identity_id: text().nullish(),
      ttl_seconds: laxInt({ ge: minute, le: day, default: 15 * minute }),
    })
    .superRefine(({ profile_id, identity_id }, ctx) => {
      if ((profile_id == null) === (identity_id == null)) {
        ctx.addIssue({ code: 'custom', message: 'give either profile_id or identity_id', input: null });
      }
    }),
  { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b', ttl_seconds: 900 },
);

interface LinkCodeParts {
  database: Database;
}

export const listLinkCodes = endpoint(
  {
    operationId: 'listLinkCodes',
    tags: ['Linking'],
    summary: 'List link codes',
    params: projectPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: pageOf(linkCodeShape, 'At most 100, newest first.') },
  },
  async (request, _reply, { database }: LinkCodeParts) => {
    const { offset } = request.query;
    const rows = await findLinkCodes(database, request.projectId, offset);
    return {
      items: rows.slice(0, codesPage).map(presentLinkCode),
      next_offset: rows.length > codesPage ? offset + codesPage : null,
    };
  },
);

export const createLinkCode = endpoint(
  {
    operationId: 'createLinkCode',
    tags: ['Linking'],
    summary: 'Make a link code',
    description:
      'A customer says it in another account, and so links that account. Name a profile or an identity.',
    params: projectPath,
    body: newCode,
    answers: { 201: newLinkCodeShape.describe('The code, which is shown this once.') },
    errors: ['profile_not_found', 'identity_not_found'],
  },
  async (request, reply, { database }: LinkCodeParts) => {
    const { profile_id, identity_id, ttl_seconds: ttl } = request.body;
    const target =
      profile_id != null
        ? { profileId: readId('profile', profile_id) }
        : { identityId: readId('identity', identity_id!) };
    const { code, row } = await database.transaction((tx) =>
      insertLinkCode(tx, target, ttl, linkerOf(request)),
    );
    return reply.code(201).send({
      ...presentLinkCode(row),
      code,
      commands: { text: `/link ${code}`, telegram_start: `link_${code}` },
    });
  },
);

export const revokeLinkCode = endpoint(
  {
    operationId: 'revokeLinkCode',
    tags: ['Linking'],
    summary: 'Revoke a link code',
    params: projectPath.extend({ code_id: z.string().describe('`lco_…`') }),
    answers: { 204: nothing('It is revoked.') },
    errors: ['link_code_not_found'],
  },
  async (request, reply, { database }: LinkCodeParts) => {
    const { code_id: publicId } = request.params;
    await database.transaction((tx) => endLinkCode(tx, publicId, linkerOf(request)));
    return reply.code(204).send();
  },
);
