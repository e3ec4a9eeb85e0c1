import type { Look } from '../contract.ts';

/** Set by the server at the address of one chat; undefined in the file that all chats share. */
declare const look: Look | undefined;

/** What the tag of the script says. */
export interface Tag {
  base: string;
  channel: string;
  place: string;
  data: DOMStringMap;
  nonce: string;
}

/** @returns undefined where the tag names no chat */
export function readTag({ src, dataset: data, nonce }: HTMLScriptElement): Tag | undefined {
  const [, base, named] = /^(.*)\/chat\/(?:assets\/[\w.-]+|(\w+)\.js)/.exec(src) ?? [];
  const channel = named ?? data.channel;
  if (base !== undefined && channel) return { base, channel, place: `parley-chat-${channel}`, data, nonce };
  console.error('Parley: the script needs data-channel="ch_…".');
}

/** Reads how the chat looks, if the server did not write it into this script. @param use gets it now or later */
export function readLook({ base, channel }: Tag, use: (look: Look) => void): void {
  use(look ?? {});
  if (look) return;
  fetch(`${base}/api/chat/${channel}/look`)
    .then((answer) => (answer.ok ? answer.json().then(use) : undefined))
    .catch(() => {});
}
