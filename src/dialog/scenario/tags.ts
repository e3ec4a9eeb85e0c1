import { z } from 'zod';
import { list } from '../http/fields.ts';

/** The rules of a customer's tags, whoever sets them. */

/** In characters. */
export const longestTag = 64;

/** Tags as they are kept: without white space at their ends, none of them blank, each once. */
export const cleanTags = (given: readonly string[]): string[] => [
  ...new Set(given.map((tag) => tag.trim()).filter((tag) => tag !== '')),
];

/** Whether a clean tag has too many characters, of which some count as two of its length. */
export const isLongTag = (tag: string): boolean => tag.length > longestTag && [...tag].length > longestTag;

/** Tags in a request that are to be set. @param max how many */
export const tagsField = (max?: number) =>
  list(z.string().trim().max(longestTag), max === undefined ? {} : { max }).transform(cleanTags);
