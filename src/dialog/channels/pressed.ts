import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { type ChannelTypeName, resolveContent } from '../content/content.ts';
import { contentOf, type MessagePayload } from '../content/payload.ts';
import { findShown } from '../conversations/shown.ts';
import type { Press } from '../dialogs/said.ts';
import { anyJson, type JsonObject } from '../template/json.ts';
import type { PressedButton } from './channel-type.ts';

/** A pressed button that this customer was shown. */
export interface FoundButton {
  text: string;
  /** What it carries, as `data.button`. */
  shown: JsonObject;
  /** Absent if it was in the reply keyboard: such a press is a text like any other. */
  press: Press | undefined;
}

/** Finds a pressed button, if its message was sent to this customer and is still stored. */
export async function findButton(
  database: Queryable,
  channel: { projectId: string; id: string; type: ChannelTypeName },
  externalId: string,
  { messageId, index }: PressedButton,
): Promise<FoundButton | undefined> {
  const id = readId('message', messageId);
  if (!id) return undefined;
  const { projectId, id: channelId, type } = channel;
  const message = await findShown.first(database, { projectId, id, channelId, externalId });
  if (!message) return undefined;
  const { buttons, keyboard } = resolveContent(contentOf(message.payload), type);
  const button = buttons[index];
  if (!button) return undefined;
  const { text, id: name, payload } = button;
  return {
    text,
    shown: {
      text,
      message_id: messageId,
      ...(name === undefined ? {} : { id: name }),
      ...(payload === undefined ? {} : { payload: anyJson.parse(payload) }),
    },
    press:
      keyboard === 'inline' ? { message_id: messageId, index, ...meaningOf(message.payload) } : undefined,
  };
}

/** The step of the scenario that said it, which knows where its buttons lead; or that it asked for a rating. */
function meaningOf({ by, rates, card }: MessagePayload): Pick<Press, 'step' | 'rates' | 'card'> {
  if (rates) return { rates };
  if (!(by && 'step' in by) || by.workflow !== null) return {};
  return { step: { version: by.version, id: by.step }, ...(card && { card: card.n }) };
}
