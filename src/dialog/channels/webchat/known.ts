import { z } from 'zod';

/** In characters. */
export const longestKnown = 500;

/** A value that a page or a visitor says of a customer. */
export const knownValue = z.union([z.string().max(longestKnown), z.number(), z.boolean(), z.null()]);

/** Looks like a mail address. Whether mail arrives there only a mail tells. */
export const mailAddress = /^[^\s@]+@[^\s@]+$/;

/** What is known of a visitor beside what they say, and belongs into their profile. */
export interface About {
  name?: string | undefined;
  /** Goes where the project keeps mail addresses. */
  mail?: string | undefined;
  /** Goes where it keeps phone numbers. */
  phone?: string | undefined;
  /** Fields of the state by their keys. */
  state?: Record<string, z.output<typeof knownValue>> | undefined;
}
