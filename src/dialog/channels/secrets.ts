import { openObject, type Vault } from '../../platform/secrets.ts';

/** Seals the secrets of a channel for storage, bound to its id, so that they open nowhere else. */
export function sealSecrets(vault: Vault, channelId: string, secrets: Record<string, string>): string {
  return vault.seal(`channel/${channelId}`, JSON.stringify(secrets));
}

/** Opens the secrets of a channel. @throws SealedShut if they were sealed with another key or for another channel */
export function openSecrets(vault: Vault, channelId: string, sealed: string): Record<string, string> {
  return openObject(vault, `channel/${channelId}`, sealed);
}

/** Like `openSecrets`; undefined if they cannot be opened, for example because they were sealed with another key. */
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
