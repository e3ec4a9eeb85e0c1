import { Fragment, type ReactNode } from 'react';
import css from './message.module.css';

/** A part of a text as the server reads it. Of a type that is not known here its children are shown. */
type Part = string | { type: string; url?: string; children: Part[] };

const tags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  code_block: 'pre',
  quote: 'blockquote',
};

function shown(part: Part, key: number): ReactNode {
  if (typeof part === 'string') return part;
  const children = part.children.map(shown);
  // Whoever follows a link does not tell its address where they come from.
  if (part.type === 'link')
    return (
      <a key={key} href={part.url} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  const Tag = tags[part.type] as 'strong' | undefined;
  return Tag ? <Tag key={key}>{children}</Tag> : <Fragment key={key}>{children}</Fragment>;
}

/** A text with its formatting, and with addresses as links. */
export const Formatted = ({ text, parts }: { text: string; parts: readonly unknown[] | undefined }) => (
  <div className={css.text} data-part="text">
    {parts ? (parts as Part[]).map(shown) : text}
  </div>
);
