import type { ResolvedContent } from '../../content/content.ts';

/** A message to a visitor. */
export interface Said {
  id: string;
  author: 'scenario' | 'operator';
  content: ResolvedContent;
  createdAt: Date;
}

/** The content of a message in a transcript. A customer's message has only a text. */
export type SaidContent = { text: string } & Partial<ResolvedContent>;
