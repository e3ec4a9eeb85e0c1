/** Fields of examples that have words for people, and expressions that make such words. */
const spoken = new Set([
  ...['name', 'description', 'note', 'text', 'texts', 'message', 'ask', 'buttons', 'chosen', 'done'],
  ...['more', 'back', 'expression', 'topic', 'question', 'answer', 'words'],
]);

/**
 * A part of an example in another language. Ids, which the parts name each other by, stay what they are. Pure.
 * @param words the texts of the other language by those of the example
 */
export function inLanguage<Part>(part: Part, words: Readonly<Record<string, string>>): Part {
  const within = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return spoken.has(field) ? (words[value] ?? value) : value;
    if (Array.isArray(value)) return value.map((each) => within(each, field));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each, name)]));
  };
  return within(part, '') as Part;
}
