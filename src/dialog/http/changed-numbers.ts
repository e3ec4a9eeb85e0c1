import { changedNumbers } from '../../platform/exact-json.ts';
import { MOST_ITEMS, type ValidationItem, valueError } from './validation-items.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The fields of a body that its handler reads from the text, so that their numbers keep all digits; `all` for the whole body. In all
     * other fields a number that would be changed is refused, where unknown fields are.
     */
    keepsDigits?: readonly string[] | 'all' | undefined;
  }
}

/**
 * Adds an item for each number of a body that would be read as another one. What people define has numbers, not texts of digits, so it
 * cannot keep such a one; and what is stored without a word is noticed when it has done harm.
 * @param body what was parsed from the text
 * @param keepsDigits as the route says
 */
export function withChangedNumbers(
  items: ValidationItem[],
  body: unknown,
  text: string,
  keepsDigits: readonly string[] | 'all' = [],
): ValidationItem[] {
  // Anything else is no JSON, or has failed.
  if (keepsDigits === 'all' || typeof body !== 'object' || body === null) return items;
  const read = Object.fromEntries(Object.entries(body).filter(([name]) => !keepsDigits.includes(name)));
  const failed = new Set(items.map(({ loc }) => JSON.stringify(loc)));
  const added = changedNumbers(text, read, MOST_ITEMS).flatMap(({ path, digits, read: value }) => {
    const loc = ['body', ...path];
    // One fault is enough: a field of the schema that takes no such number has said so.
    if (loc.some((_, n) => failed.has(JSON.stringify(loc.slice(0, n + 1))))) return [];
    const message = `a number with so many digits would be read as ${value}; write it as text, in quotes, or with fewer digits`;
    return [valueError(loc, message, digits)];
  });
  return added.length === 0 ? items : [...items, ...added].slice(0, MOST_ITEMS);
}
