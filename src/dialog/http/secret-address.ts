/** The setting with the address to which secrets are sent, and the address that applies without it. */
export interface SecretAddress {
  setting: string;
  usual?: string;
}

type Settings = Record<string, unknown>;

/**
 * Whether secrets would go to another scheme, host or port than they were entered for. Somebody who may change the address
 * must not learn the secrets by it, so they must be entered again.
 */
export function isElsewhere({ setting, usual }: SecretAddress, before: Settings, after: Settings): boolean {
  const origin = originOf(after[setting] ?? usual);
  return origin !== undefined && origin !== originOf(before[setting] ?? usual);
}

function originOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** The reason after "Value error, " if a secret is missing because of this. */
export function askedAgain({ setting }: SecretAddress): string {
  return `the scheme, host or port of ${setting} has changed: enter this secret again`;
}
