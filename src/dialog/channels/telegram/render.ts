import type { ResolvedContent } from '../../content/content.ts';
import { readFormatted } from '../../content/formatted/read.ts';
import { textOf } from '../../content/formatted/tree.ts';
import { writeHtml } from './html-writer.ts';

/** A text as it is sent: plain, or as HTML. */
export interface RenderedText {
  text: string;
  isHtml: boolean;
  /** The part that the customer sees, as Telegram counts it for its limits. */
  visible: string;
}

/** Renders a message's text by its `format`, so that Telegram never refuses it for its markup. */
export function renderText(text: string, format: ResolvedContent['format']): RenderedText {
  if (format === 'plain') return { text, isHtml: false, visible: text };
  const formatted = readFormatted(text, format);
  return { text: writeHtml(formatted), isHtml: true, visible: textOf(formatted) };
}
