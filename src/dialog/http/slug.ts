import { z } from 'zod';
import { text } from './fields.ts';

const pattern = '^[a-z0-9][a-z0-9_-]{0,62}$';
const slug = new RegExp(pattern);

/** What an owner calls a thing: unique among its kind in the project, and part of its path. */
export const slugField = text({ pattern });

/** A slug to look for. What cannot be one becomes the empty text, which nothing is called: no search need fail on it. */
export const readSlug = (sent: string): string => (slug.test(sent) ? sent : '');

/** The path of a write that makes the thing when it is new: a slug that cannot be is a fault here, not a 404. */
export const slugPath = z.object({ slug: slugField });
