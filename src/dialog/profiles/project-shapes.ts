import { z } from 'zod';
import { dict, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { moment, named, namedBody } from '../http/shapes.ts';
import { tagsField } from '../scenario/tags.ts';
import type { ProfilePatch } from './store.ts';

/** The shapes of profiles, and the fields of them that may be changed. */

export const identityShape = named(
  'Identity',
  z.object({
    id: z.string().describe('`idn_…`; messages and events are addressed to it.'),
    channel_id: z.string(),
    channel: z.string().describe('The type of the channel.'),
    external_id: z.string().describe("The customer's id in the channel."),
    name: z.string().nullable(),
    created_at: moment,
  }),
  {
    id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    channel_id: 'ch_01m7w90x2hf3a8vqd5kz7wnm4e',
    channel: 'telegram',
    external_id: '5554321',
    name: 'Anna',
    created_at: '2026-11-20T10:58:02.377Z',
  },
);

const paidAccess = named(
  'PaidAccess',
  z.object({ product: z.string(), until: moment.nullable(), order_id: z.string() }),
  { product: 'course', until: '2026-12-20T11:02:40.121Z', order_id: 'ord_01m7w97d4sejbtq0y6h2xk8rvc' },
);

export const profileShape = named(
  'Profile',
  z.object({
    id: z.string().describe('`prof_…`'),
    status: z.string(),
    state: z.record(z.string(), z.string()).describe('Shared by all channels of the customer.'),
    tags: z.array(z.string()),
    access: z.record(z.string(), z.unknown()).describe('Rights given by hand.'),
    paid_access: z.array(paidAccess).describe('Rights that were paid for; never changed through `access`.'),
    identities: z.array(identityShape).describe('The confirmed accounts of the customer.'),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'prof_01m7w91g0af0sr4w9cxq3t5mzd',
    status: 'new',
    state: { city: 'Riga' },
    tags: ['vip'],
    access: { course: true },
    paid_access: [
      { product: 'course', until: '2026-12-20T11:02:40.121Z', order_id: 'ord_01m7w97d4sejbtq0y6h2xk8rvc' },
    ],
    identities: [
      {
        id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
        channel_id: 'ch_01m7w90x2hf3a8vqd5kz7wnm4e',
        channel: 'telegram',
        external_id: '5554321',
        name: 'Anna',
        created_at: '2026-11-20T10:58:02.377Z',
      },
    ],
    created_at: '2026-11-20T10:58:02.377Z',
    updated_at: '2026-11-20T11:02:41.094Z',
  },
);

/** The fields of a profile that can be replaced. */
export const profileFields = {
  status: text().nullish(),
  state: dict(text()).nullish(),
  tags: tagsField().nullish(),
  access: dict().nullish(),
};

export const profileChanges = namedBody('ProfileChanges', z.object(profileFields), {
  status: 'customer',
  tags: ['vip', 'course'],
});

/** What such a body changes. @param bodyText the body as it was sent */
export function patchOf(
  { status, state, tags, access }: z.output<typeof profileChanges>,
  bodyText: string,
): ProfilePatch {
  const patch: ProfilePatch = {};
  if (status != null) patch.status = status;
  // The text as sent, because a JavaScript object would move names that look like numbers to the front.
  if (state != null) patch.state = losslessField(bodyText, 'state')!;
  if (tags != null) patch.tags = tags;
  if (access != null) patch.access = losslessField(bodyText, 'access')!;
  return patch;
}
