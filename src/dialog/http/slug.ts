import { z } from 'zod';
import { text } from './fields.ts';
import { projectPath } from './path.ts';

/** The slugs that an owner may choose: readable in paths and definitions. */
const slugPattern = '^[a-z0-9][a-z0-9_-]{0,62}$';
const slugRule = new RegExp(slugPattern);

/** Whether a text can be a slug. Any other text need not be searched for, and might be too long for a query. */
export function isSlug(value: string): boolean {
  return slugRule.test(value);
}

export const slugField = text({ pattern: slugPattern });

/** The path of a record that may be created. For other paths a malformed slug is treated like an unknown one. */
export const slugPath = projectPath.extend({ slug: slugField });

export const knownSlugPath = projectPath.extend({ slug: z.string() });
