import type { ChannelTypeName } from '../content/content.ts';
import type { ChannelType } from './channel-type.ts';
import { telegram } from './telegram/index.ts';
import { webchat } from './webchat/index.ts';
import { webhook } from './webhook.ts';

/** Every type of channel. */
export const channelTypeByName: Readonly<Record<ChannelTypeName, ChannelType>> = {
  webchat,
  telegram,
  webhook,
};
