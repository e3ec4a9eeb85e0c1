import type { Formatted, FormattedPart } from '../../content/formatted/tree.ts';

/** Escapes text and attribute values in double quotes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Writes the HTML that https://core.telegram.org/bots/api#html-style describes. Its tags are always closed in the right order,
 * because Telegram refuses a whole message for one that is not.
 */
export function writeHtml(formatted: Formatted): string {
  return formatted
    .map((part) => {
      if (typeof part === 'string') return escapeHtml(part);
      const { tag, attribute } = tagOf(part);
      const start = attribute === undefined ? `<${tag}>` : `<${tag} ${attribute}>`;
      return `${start}${writeHtml(part.children)}</${tag}>`;
    })
    .join('');
}

function tagOf(part: FormattedPart): { tag: string; attribute?: string | undefined } {
  switch (part.type) {
    case 'bold':
      return { tag: 'b' };
    case 'italic':
      return { tag: 'i' };
    case 'underline':
      return { tag: 'u' };
    case 'strike':
      return { tag: 's' };
    case 'spoiler':
      return { tag: 'tg-spoiler' };
    case 'code_block':
      return { tag: 'pre' };
    case 'code':
      return { tag: 'code', attribute: part.language && `class="language-${part.language}"` };
    case 'link':
      return { tag: 'a', attribute: `href="${escapeHtml(part.url)}"` };
    case 'quote':
      return { tag: 'blockquote', attribute: part.collapsed ? 'expandable' : undefined };
    case 'emoji':
      return { tag: 'tg-emoji', attribute: `emoji-id="${part.id}"` };
    default:
      return part satisfies never;
  }
}
