import { z } from 'zod';
import { readRange } from '../../platform/address-list.ts';
import { type RecordKind, showId } from '../../platform/ids.ts';
import { list, text } from '../http/fields.ts';
import { moment } from '../http/shapes.ts';
import type { KeyLimits, KeyRow } from './keys.ts';

/** What limits the use of a key beside what it is for, and how it was used: the same for every kind of key. */

const mostRanges = 100;
const longestRange = 50;

const lastMoment = Date.UTC(9999, 0);

export const futureMoment = text({ max: 40 }).superRefine((given, ctx) => {
  const at = z.iso.datetime({ offset: true }).safeParse(given).success ? Date.parse(given) : Number.NaN;
  if (at > Date.now() && at < lastMoment) return;
  ctx.addIssue({
    code: 'custom',
    message: 'give a moment in the future as RFC 3339 has it, such as 2027-11-20T10:51:43Z',
    input: given,
  });
});

const range = text({ max: longestRange }).superRefine((given, ctx) => {
  try {
    readRange(given);
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: (error as Error).message, input: given });
  }
});

export const expiryField = futureMoment
  .nullish()
  .describe('From this moment on the key is refused (RFC 3339). Null: it does not expire.');

/** An empty list could mean nobody or everybody, and a program that lost its list must not open the key to all. */
const ranges = list(range, { max: mostRanges })
  .superRefine((given, ctx) => {
    if (given.length > 0) return;
    ctx.addIssue({
      code: 'custom',
      message:
        'name an address or a range; for "from everywhere" send null, or leave the field out of a new key',
      input: given,
    });
  })
  .meta({ minItems: 1 });

export const addressesField = ranges
  .nullish()
  .describe('IP addresses and CIDR ranges from which it may be used. Null: from everywhere.');

/** The fields of a body that limit a key. Null takes a limit away. */
export const limitFields = { expires_at: expiryField, allowed_addresses: addressesField };

/** Only the limits that the body has. */
export function limitsIn(body: {
  expires_at?: string | null | undefined;
  allowed_addresses?: string[] | null | undefined;
}): Partial<KeyLimits> {
  const { expires_at: expires, allowed_addresses: allowed } = body;
  return {
    ...(expires !== undefined && { expiresAt: expires === null ? null : new Date(expires) }),
    ...(allowed !== undefined && { allowedAddresses: allowed && [...new Set(allowed.map(readRange))] }),
  };
}

/** The fields of a key's shape about its limits and its use. */
export const limitShape = {
  created_at: moment,
  made_by: z
    .string()
    .nullable()
    .describe('`own_…` of the person who made it, also after they have left; null if nobody knows.'),
  expires_at: moment.nullable().describe('From this moment on it is refused; null: it does not expire.'),
  allowed_addresses: z
    .array(z.string())
    .nullable()
    .describe('From where it may be used; null: from everywhere.'),
  last_used_at: moment.nullable(),
  last_used_address: z.string().nullable().describe('From where it was used then.'),
  replaced_by: z.string().nullable().describe('The key that replaces it, if it was rotated.'),
  revoked_at: moment.nullable(),
};

export const limitExample = {
  created_at: '2026-11-20T10:52:10.004Z',
  made_by: 'own_01m7w90pqhf5rv2cbgk4dw6m3s',
  expires_at: null,
  allowed_addresses: null,
  last_used_at: null,
  last_used_address: null,
  replaced_by: null,
  revoked_at: null,
};

/** @param kind of the key's public id */
export function presentLimits(row: KeyRow, kind: RecordKind): z.output<z.ZodObject<typeof limitShape>> {
  return {
    created_at: row.createdAt.toISOString(),
    made_by: row.madeBy && showId('owner', row.madeBy),
    expires_at: row.expiresAt?.toISOString() ?? null,
    allowed_addresses: row.allowedAddresses,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_address: row.lastUsedAddress,
    replaced_by: row.replacedBy && showId(kind, row.replacedBy),
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
