/** What a step says, so that people know it without its id. Pure. */

const longest = 60;

/** Texts by which a step is known, the best first. */
const wordy = ['text', 'question', 'title', 'label', 'name'] as const;

/**
 * The words of a step of a definition, however deep it stands, with a sign where it fills something in; undefined if there is no such
 * step, or it says nothing.
 * @param definition of a scenario, as the API shows it
 */
export function stepWords(definition: unknown, id: string): string | undefined {
  const step = find(definition, id);
  const words =
    step && wordy.map((key) => step[key]).find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof words === 'string' ? shortLine(words.replace(/\{\{.*?\}\}/gs, '…')) : undefined;
}

/** A text on one line, cut at 60 characters. */
export function shortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

function find(value: unknown, id: string): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const step = value as Record<string, unknown>;
  if (step.id === id && typeof step.type === 'string') return step;
  for (const each of Object.values(value)) {
    const found = find(each, id);
    if (found) return found;
  }
  return undefined;
}

/**
 * The step with which a flow goes on after another one: the one that it names as next, or the one below it; undefined if it is the last.
 * @param definition as in `stepWords`
 */
export function stepAfter(definition: unknown, id: string): string | undefined {
  if (typeof definition !== 'object' || definition === null) return undefined;
  if (Array.isArray(definition)) {
    const at = definition.findIndex((step) => step?.id === id && typeof step.type === 'string');
    if (at >= 0) return definition[at].next ?? definition[at + 1]?.id;
  }
  for (const each of Object.values(definition)) {
    const found = stepAfter(each, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
