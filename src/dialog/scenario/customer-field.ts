import { z } from 'zod';
import { filledTemplate, stateKey, template } from './fields.ts';
import { missing, wrong } from './step-fields.ts';

const fields = {
  identity_id: filledTemplate.optional(),
  channel_id: filledTemplate.optional(),
  external_id: filledTemplate.optional(),
  /** Whether a customer in a channel who is not known yet is made. */
  create: z.boolean().optional(),
  /** How such a customer is called. */
  name: template.optional(),
  state_field: stateKey.optional(),
  state_value: filledTemplate.optional(),
};
type Naming = { [Field in keyof typeof fields]?: unknown };

/** The ways to name a customer: the fields of each that it needs, and those that it may have. */
const ways = [
  { needs: ['identity_id'], may: [] },
  { needs: ['state_field', 'state_value'], may: ['channel_id'] },
  { needs: ['channel_id', 'external_id'], may: ['create', 'name'] },
] as const satisfies { needs: (keyof Naming)[]; may: (keyof Naming)[] }[];

/** Who is meant: an identity, a customer in a channel, or the one who has a value in a field of the state. */
export const customer = z.strictObject(fields).superRefine((naming: Naming, ctx) => {
  const has = (field: keyof Naming) => naming[field] !== undefined;
  const way = ways.find(({ needs }) => has(needs[0])) ?? (has('external_id') ? ways[2] : undefined);
  if (!way) {
    const all = '"identity_id", "channel_id" and "external_id", or "state_field" and "state_value"';
    missing(ctx, 'identity_id', `say who it is: ${all}`);
    return;
  }
  const taken: readonly (keyof Naming)[] = [...way.needs, ...way.may];
  for (const field of way.needs) {
    if (!has(field))
      missing(ctx, field, `a customer who is named by "${way.needs.join('" and "')}" needs both`);
  }
  for (const field of Object.keys(fields) as (keyof Naming)[]) {
    if (has(field) && !taken.includes(field))
      wrong(
        ctx,
        field,
        `"${way.needs[0]}" says already who it is; leave "${field}" out, or "${way.needs[0]}"`,
      );
  }
  if (has('name') && naming.create !== true)
    wrong(ctx, 'name', '"name" is for a customer who is made, with "create": true');
});
