import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { laxInt, text } from '../http/fields.ts';
import {
  codesPage,
  createLinkCode,
  listLinkCodes,
  presentLinkCode,
  revokeLinkCode,
} from '../profiles/link-codes.ts';
import { linkerOf } from './profiles.ts';

const minute = 60;
const day = 86_400;

const newCode = z
  .object({
    profile_id: text().nullish(),
    identity_id: text().nullish(),
    ttl_seconds: laxInt({ ge: minute, le: day, default: 15 * minute }),
  })
  .superRefine(({ profile_id, identity_id }, ctx) => {
    if ((profile_id == null) === (identity_id == null)) {
      ctx.addIssue({ code: 'custom', message: 'give either profile_id or identity_id', input: null });
    }
  });

/** Codes that an owner hands to a customer, who says one in another account to link it. */
export function linkCodeRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/link-codes',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { offset } = request.query;
      const rows = await listLinkCodes(database, request.projectId, offset);
      return {
        items: rows.slice(0, codesPage).map(presentLinkCode),
        next_offset: rows.length > codesPage ? offset + codesPage : null,
      };
    },
  );

  app.post('/link-codes', { schema: { body: newCode } }, async (request, reply) => {
    const { profile_id, identity_id, ttl_seconds: ttl } = request.body;
    const target =
      profile_id != null
        ? { profileId: readId('profile', profile_id) }
        : { identityId: readId('identity', identity_id!) };
    const { code, row } = await database.transaction((tx) =>
      createLinkCode(tx, target, ttl, linkerOf(request)),
    );
    return reply.code(201).send({
      ...presentLinkCode(row),
      code,
      commands: { text: `/link ${code}`, telegram_start: `link_${code}` },
    });
  });

  app.delete('/link-codes/:code_id', async (request, reply) => {
    const { code_id: publicId } = request.params as { code_id: string };
    await database.transaction((tx) => revokeLinkCode(tx, publicId, linkerOf(request)));
    return reply.code(204).send();
  });
}
