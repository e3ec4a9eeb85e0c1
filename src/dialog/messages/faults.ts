import { channelTypeByName } from '../channels/types.ts';
import { type ChannelTypeName, type Content, isWebImage, resolveContent } from '../content/content.ts';
import type { LimitFault } from '../content/limit-fault.ts';

/**
 * The faults of a message for a type of channel, each at the field of the body that causes it. An image that is not a web
 * address is not among them: such a message is accepted and fails later.
 */
export function faultsOn(content: Content, type: ChannelTypeName): LimitFault[] {
  const variant = content.variants[type];
  // Every message passes here for each type, and most are the same for all of them: those are not copied.
  const resolved = variant ? resolveContent(content, type) : content;
  return channelTypeByName[type].faults(resolved).flatMap(({ loc, ...fault }) => {
    if (loc[0] === 'image' && !isWebImage(resolved.image)) return [];
    const isOfVariant = variant !== undefined && Object.hasOwn(variant, loc[0]!);
    return [{ loc: isOfVariant ? ['variants', type, ...loc] : loc, ...fault }];
  });
}

/**
 * Why a type of channel would refuse the address of a button; null if it accepts all. Only inline buttons are links; the
 * address of a reply button is not sent, so it is not checked.
 */
export function refusedButton(content: Content, type: ChannelTypeName): string | null {
  const resolved = resolveContent(content, type);
  if (resolved.keyboard !== 'inline') return null;
  const fault = channelTypeByName[type].faults(resolved).find(({ loc }) => loc.at(-1) === 'url');
  return fault ? `${fault.loc.join('.')}: ${fault.message}` : null;
}
