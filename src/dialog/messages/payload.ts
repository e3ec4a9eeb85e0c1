import type { Content } from './content.ts';

/** What the task of a message says. */
export type MessagePayload = Content & {
  /** Who says it; a client of the project API where it is left out. */
  author?: 'scenario' | 'operator';
};

/** What is to be delivered of it. */
export function contentOf({ author: _, ...content }: MessagePayload): Content {
  return content;
}
