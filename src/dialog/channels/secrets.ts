import type { Vault } from '../../platform/secrets.ts';

/** Secrets of a channel as they are stored: bound to its id, so that they open nowhere else. */
export function sealSecrets(vault: Vault, channelId: string, secrets: Record<string, string>): string {
  return vault.seal(`channel/${channelId}`, JSON.stringify(secrets));
}

export function openSecrets(vault: Vault, channelId: string, sealed: string): Record<string, string> {
  return JSON.parse(vault.open(`channel/${channelId}`, sealed)) as Record<string, string>;
}

/** As `openSecrets`; undefined where they cannot be opened, because they were sealed with another key. */
export function tryOpenSecrets(
  vault: Vault,
  channelId: string,
  sealed: string,
): Record<string, string> | undefined {
  try {
    return openSecrets(vault, channelId, sealed);
  } catch {
    return undefined;
  }
}
