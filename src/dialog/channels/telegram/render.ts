import type { ResolvedContent } from '../../content/content.ts';
import { sanitizeHtml } from './html.ts';
import type { RichText } from './html-writer.ts';
import { markdownToHtml } from './markdown.ts';

/** A text as it is sent: plain, or as HTML. */
export interface RenderedText {
  text: string;
  isHtml: boolean;
  /** The part that the customer sees. */
  visible: string;
}

/** Renders a message's text by its `format`, so that Telegram never refuses it for its markup. */
export function renderText(text: string, format: ResolvedContent['format']): RenderedText {
  switch (format) {
    case 'plain':
      return { text, isHtml: false, visible: text };
    case 'markdown':
      return asHtml(markdownToHtml(text));
    case 'html':
      return asHtml(sanitizeHtml(text));
    default:
      return format satisfies never;
  }
}

const asHtml = ({ html, visible }: RichText): RenderedText => ({ text: html, isHtml: true, visible });
