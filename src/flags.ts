import { SettingsError } from './settings.ts';

/** What the command line of the server may say. Everything else is a setting. */
export interface Flags {
  /** Whether to go on if no key opens the stored secrets, which have to be entered again. */
  acceptLostSecrets: boolean;
}

/** The command line is wrong; a start ends with the status that shells know for it. */
export class FlagsError extends SettingsError {
  readonly status = 2;
}

const acceptLostSecrets = '--accept-lost-secrets';
const known = [acceptLostSecrets];

/**
 * Reads the command line: a flag that is spelled wrong must not be a start without it.
 * @param words without the program
 * @throws FlagsError with one line that names the first unknown word and the known flags
 */
export function readFlags(words: readonly string[]): Flags {
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) {
    throw new FlagsError(
      `the command line has ${JSON.stringify(unknown)}, which is no flag of the server; the flags are: ${known.join(', ')}. Settings are environment variables or lines of .env`,
    );
  }
  return { acceptLostSecrets: words.includes(acceptLostSecrets) };
}
