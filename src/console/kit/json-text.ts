/** Values of JSON, whose strings may be templates, as people write them into a field. */

/** A text that is one template: it needs no quotes around it. */
const template = /^\s*\{[{%][\s\S]*[%}]\}\s*$/;

/** A value as text: a template as it is, all else as JSON; empty for nothing. */
export function textOfJson(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' && template.test(value)) return value;
  return JSON.stringify(value, null, 2);
}

/**
 * The value of such a text; undefined for an empty one.
 * @throws SyntaxError if it is neither JSON nor a template
 */
export function jsonOfText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // `{{ input }}` is no JSON, and `{{ a }}, {{ b }}` is a text that people mean to be one.
    if (template.test(text)) return text.trim();
    throw error;
  }
}
