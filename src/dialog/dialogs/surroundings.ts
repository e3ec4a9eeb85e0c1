import type { ChannelTypeName } from '../content/content.ts';
import type { MessageContent, Surroundings } from '../scenario/position.ts';
import { identityScope, type LoadedDialog, profileScope } from './load.ts';

/**
 * What a turn can read of its customer.
 * @param refusal why a channel of this type does not take a message; null if it does
 */
export function surroundingsOf(
  dialog: LoadedDialog,
  { refusal }: { refusal: (message: MessageContent, type: ChannelTypeName) => string | null },
): Surroundings {
  return {
    now: new Date(),
    kind: 'scenario',
    state: dialog.profile.state,
    tags: dialog.profile.tags,
    profile: profileScope(dialog.profile, dialog.name),
    identity: identityScope(dialog),
    refuses: (message) => refusal(message, dialog.channelType),
  };
}
