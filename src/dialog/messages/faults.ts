import type { LimitFault } from '../channels/channel-type.ts';
import { channelTypeByName } from '../channels/types.ts';
import { type ChannelTypeName, type Content, resolveContent } from './content.ts';

/** What of a message a type of channel would refuse or cut, at the fields of the body that say so. */
export function faultsOn(content: Content, type: ChannelTypeName): LimitFault[] {
  const variant = content.variants[type] ?? {};
  return channelTypeByName[type].faults(resolveContent(content, type)).map(({ loc, ...fault }) => ({
    loc: Object.hasOwn(variant, loc[0]!) ? ['variants', type, ...loc] : loc,
    ...fault,
  }));
}
