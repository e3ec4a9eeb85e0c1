/** The characters that can begin or end a mark of the Markdown that messages may have: see content/formatted/markdown.ts. */
const marks = /[\\`*_~[\]!]/g;

/** A text that Markdown shows as it is, with a backslash before each character that could be a mark. */
export function escapeMarkdown(text: string): string {
  return text.replace(marks, '\\$&');
}
