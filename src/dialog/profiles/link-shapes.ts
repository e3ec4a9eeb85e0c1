import { z } from 'zod';
import { actor, moment, named } from '../http/shapes.ts';
import { profileShape } from './project-shapes.ts';

/** The shapes of linking for owners. */

const exampleActor = {
  type: 'owner' as const,
  id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s',
  name: 'owner@example.com',
};
const exampleLinkId = 'lnk_01m7w97b5te9c2n6v1k8r4x0gs';
const exampleProfile = {
  id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd',
  status: 'active',
  state: { city: 'Berlin' },
  tags: ['newsletter'],
  access: {},
  paid_access: [],
  identities: [
    {
      id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
      channel_id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
      channel: 'webhook',
      external_id: 'customer-42',
      name: 'Ann',
      created_at: '2026-11-20T10:54:10.313Z',
    },
  ],
  created_at: '2026-11-20T10:54:10.313Z',
  updated_at: '2026-11-20T11:08:19.206Z',
};
const exampleOtherId = 'prof_01m7w922nffq6z8b4w1t5k3e7m';
const exampleOtherIdentity = 'idn_01m7w922ndf0y7k3m9r2c5v8xa';

/** An entry in the history of a profile. */
const link = z.object({
  id: z.string().describe('`lnk_…`'),
  kind: z.enum(['merge', 'unlink']),
  profile_id: z.string().describe('The profile that went on.'),
  other_profile_ids: z.array(z.string()),
  identity_ids: z.array(z.string()).describe('The accounts that moved.'),
  link_code_id: z.string().nullable().describe('The code that a customer redeemed.'),
  created_at: moment,
  created_by: actor,
  undone_at: moment.nullable(),
  undone_by: actor.nullable(),
});
const exampleLink = {
  id: exampleLinkId,
  kind: 'merge' as const,
  profile_id: exampleProfile.id,
  other_profile_ids: [exampleOtherId],
  identity_ids: [exampleOtherIdentity],
  link_code_id: null,
  created_at: '2026-11-20T11:08:19.206Z',
  created_by: exampleActor,
  undone_at: null,
  undone_by: null,
};

export const profileLinkShape = named('ProfileLink', link, exampleLink);

export const undoneLinkShape = named('UndoneLink', link.extend({ profiles: z.array(profileShape) }), {
  ...exampleLink,
  undone_at: '2026-11-20T11:09:01.010Z',
  undone_by: exampleActor,
  profiles: [exampleProfile, { ...exampleProfile, id: exampleOtherId, identities: [] }],
});

export const linkedProfileShape = named(
  'LinkedProfile',
  profileShape.extend({ link_id: z.string().describe('`lnk_…`, by which it can be undone.') }),
  { ...exampleProfile, link_id: exampleLinkId },
);

const fields = z.object({
  status: z.string(),
  state: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  access: z.record(z.string(), z.unknown()),
  paid_access: profileShape.shape.paid_access,
});

export const mergePreviewShape = named(
  'MergePreview',
  z.object({
    dry_run: z.literal(true),
    survivor_id: z.string().describe('The oldest profile, which the others would become a part of.'),
    absorbed_ids: z.array(z.string()),
    before: fields.describe('The survivor as it is.'),
    after: fields.describe('The survivor as it would be.'),
    conflicts: z
      .array(
        z.object({
          field: z.enum(['status', 'state', 'access']),
          key: z.string().nullable(),
          kept: z.unknown(),
          dropped: z.array(z.object({ profile_id: z.string(), value: z.unknown() })),
        }),
      )
      .describe('Where the profiles disagree.'),
    identities: z
      .array(z.object({ identity_id: z.string(), profile_id: z.string() }))
      .describe('The accounts that would move.'),
  }),
  {
    dry_run: true,
    survivor_id: exampleProfile.id,
    absorbed_ids: [exampleOtherId],
    before: {
      status: 'active',
      state: { city: 'Berlin' },
      tags: ['newsletter'],
      access: {},
      paid_access: [],
    },
    after: { status: 'active', state: { city: 'Berlin' }, tags: ['newsletter'], access: {}, paid_access: [] },
    conflicts: [
      {
        field: 'state',
        key: 'city',
        kept: 'Berlin',
        dropped: [{ profile_id: exampleOtherId, value: 'Bonn' }],
      },
    ],
    identities: [{ identity_id: exampleOtherIdentity, profile_id: exampleOtherId }],
  },
);

const code = z.object({
  id: z.string().describe('`lco_…`'),
  hint: z.string().describe('The last four characters of the code.'),
  profile_id: z.string(),
  status: z.enum(['active', 'used', 'revoked', 'expired']),
  created_at: moment,
  created_by: actor,
  expires_at: moment,
  used_at: moment.nullable(),
  used_by_identity_id: z.string().nullable(),
});
const exampleCode = {
  id: 'lco_01m7w97r2ae1w5y9d3h7m4q6zt',
  hint: 'K7PM',
  profile_id: exampleProfile.id,
  status: 'active' as const,
  created_at: '2026-11-20T11:13:05.630Z',
  created_by: exampleActor,
  expires_at: '2026-11-20T11:28:05.630Z',
  used_at: null,
  used_by_identity_id: null,
};

export const linkCodeShape = named('LinkCode', code, exampleCode);

export const newLinkCodeShape = named(
  'CreatedLinkCode',
  code.extend({
    code: z.string().describe('The code itself; shown this once.'),
    commands: z
      .object({
        text: z.string().describe('What the customer types in any channel.'),
        telegram_start: z.string().describe('For a link to a Telegram bot: `?start=…`.'),
      })
      .describe('The commands with which a customer redeems it.'),
  }),
  {
    ...exampleCode,
    code: '4TQ9XW2CK7PM',
    commands: { text: '/link 4TQ9XW2CK7PM', telegram_start: 'link_4TQ9XW2CK7PM' },
  },
);
