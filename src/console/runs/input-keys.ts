/** What templates have between their signs. */
const filled = /\{\{.*?\}\}|\{%.*?%\}/g;
/** Where a template reads the input: `{{ input.order }}`. Expressions of transforms have an input of their own. */
const read = /(?<![\w.])input\.([A-Za-z_]\w*)/g;

/** The keys that a definition reads of its input, in the order in which they stand in it. */
export function inputKeys(definition: unknown): string[] {
  const templates = JSON.stringify(definition ?? null).match(filled) ?? [];
  return [...new Set(templates.flatMap((each) => [...each.matchAll(read)].map(([, key]) => key!)))];
}

/** An input with all that a definition reads, to be filled in. */
export const emptyInput = (definition: unknown): Record<string, string> =>
  Object.fromEntries(inputKeys(definition).map((key) => [key, '']));
