import { z } from 'zod';
import { list, text } from '../http/fields.ts';
import type { ChannelType } from './channel-type.ts';

/** A chat on the owner's own website. */
export const webchat: ChannelType = {
  name: 'webchat',
  settings: z.object({
    allowed_domains: list(text({ min: 1, max: 255 }), { max: 100, default: [] }),
    title: text({ max: 100 }).optional(),
  }),
  secrets: [],
  newSecrets: () => ({}),
  faults: () => [],
};
