import { z } from 'zod';
import { text } from '../http/fields.ts';
import type { ChannelType } from './channel-type.ts';

/** In UTF-16 units, as the entities of the Bot API are counted: https://core.telegram.org/bots/api#sendmessage */
const longestText = 4096;

/** A Telegram bot. */
export const telegram: ChannelType = {
  name: 'telegram',
  settings: z.object({
    token: text({ min: 1, max: 200 }).optional(),
    base_url: text({ max: 2000 }).optional(),
  }),
  secrets: ['token'],
  newSecrets: () => ({}),
  faults: ({ text: said }) =>
    said.length > longestText
      ? [
          {
            loc: ['text'],
            message: `telegram takes at most ${longestText} UTF-16 units, these are ${said.length}`,
            input: said,
          },
        ]
      : [],
};
