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
  if (resolved.text === '' && !resolved.attachments?.length) return [nothingLeft(type)];
  return channelTypeByName[type].faults(resolved).flatMap(({ loc, ...fault }) => {
    if (loc[0] === 'image' && !isWebImage(resolved.image)) return [];
    const isOfVariant = variant !== undefined && Object.hasOwn(variant, loc[0]!);
    return [{ loc: isOfVariant ? ['variants', type, ...loc] : loc, ...fault }];
  });
}

/** A message without a text, whose variant takes the attachments away. */
const nothingLeft = (type: ChannelTypeName): LimitFault => ({
  loc: ['variants', type, 'attachments'],
  message: 'without a text and without attachments there is nothing to send',
  input: [],
});

/**
 * Why a type of channel would refuse an address in a message; null if it accepts all. Of buttons only inline ones are links; the
 * address of a reply button is not sent, so it is not checked.
 */
export function refusedAddress(content: Content, type: ChannelTypeName): string | null {
  const resolved = resolveContent(content, type);
  const isLink = resolved.keyboard === 'inline';
  if (!isLink && !resolved.attachments) return null;
  const fault = channelTypeByName[type]
    .faults(resolved)
    .find(({ loc }) => loc[0] === 'attachments' || (isLink && loc.at(-1) === 'url'));
  return fault ? `${fault.loc.join('.')}: ${fault.message}` : null;
}
