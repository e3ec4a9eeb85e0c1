import type { ResolvedContent } from '../content.ts';
import { readHtml } from './html.ts';
import { readMarkdown } from './markdown.ts';
import type { Formatted } from './tree.ts';

/** Reads a message's text by its `format`. It never fails: marks and tags that it cannot read stay as text. */
export function readFormatted(text: string, format: ResolvedContent['format']): Formatted {
  switch (format) {
    case 'plain':
      return text === '' ? [] : [text];
    case 'markdown':
      return readMarkdown(text);
    case 'html':
      return readHtml(text);
    default:
      return format satisfies never;
  }
}
