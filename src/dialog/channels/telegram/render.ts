import type { ResolvedContent } from '../../messages/content.ts';
import { sanitizeHtml } from './html.ts';
import type { RichText } from './html-writer.ts';
import { markdownToHtml } from './markdown.ts';

/** A text as it is sent: as it is, or as HTML. */
export interface RenderedText {
  text: string;
  isHtml: boolean;
  /** What the customer sees of it. */
  visible: string;
}

/** A message's text in the form that its `format` asks for, such that Telegram never refuses it for its marks. */
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
