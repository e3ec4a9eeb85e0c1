import { z } from 'zod';
import { text } from './fields.ts';

/** What an owner may call a thing of the project: unique in it, and readable in paths and definitions. */
const slugPattern = '^[a-z0-9][a-z0-9_-]{0,62}$';
const slugRule = new RegExp(slugPattern);

/** True for a text that can be a slug. Any other need not be looked for, and would not all fit into a query. */
export function isSlug(value: string): boolean {
  return slugRule.test(value);
}

export const slugField = text({ pattern: slugPattern });

/** The path of a PUT, which may bring the name into being; elsewhere a malformed one is as unknown as any other. */
export const slugPath = z.object({ slug: slugField });
