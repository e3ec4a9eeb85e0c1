import { openObject, type Vault } from '../../platform/secrets.ts';
import { isMask, masks } from '../http/secret-fields.ts';
import { isObject } from '../template/json.ts';
import type { ConnectionKind } from './kind.ts';

type Settings = Record<string, unknown>;

/** Secrets by their paths with dots. */
export type SecretsByPath = Record<string, string>;

/** Seals the secrets of a connection for storage, bound to its id, so that they open nowhere else. */
export function sealSecrets(vault: Vault, connectionId: string, secrets: SecretsByPath): string {
  return vault.seal(`connection/${connectionId}`, JSON.stringify(secrets));
}

/** Opens them. @throws SealedShut if they were sealed for another connection or with another key */
export function openSecrets(vault: Vault, connectionId: string, sealed: string): SecretsByPath {
  return openObject(vault, `connection/${connectionId}`, sealed);
}

/** Like `openSecrets`; undefined if they cannot be opened. */
export function tryOpenSecrets(
  vault: Vault,
  connectionId: string,
  sealed: string,
): SecretsByPath | undefined {
  try {
    return openSecrets(vault, connectionId, sealed);
  } catch {
    return undefined;
  }
}

/**
 * Adds stored secrets where the owner left them out. The mask that is shown in place of a secret counts as left out, so that
 * a connection can be sent back as it was read.
 */
export function fillIn(kind: ConnectionKind, given: Settings, stored: SecretsByPath): Settings {
  const filled = structuredClone(given);
  for (const path of kind.secrets) {
    const place = find(filled, path);
    if (!place) continue;
    if (isMask(place.holder[place.name])) delete place.holder[place.name];
    const kept = stored[path];
    if (place.holder[place.name] === undefined && kept !== undefined) place.holder[place.name] = kept;
  }
  return filled;
}

/** Separates settings that may be shown from secrets. */
export function divide(kind: ConnectionKind, settings: Settings): { open: Settings; secret: SecretsByPath } {
  const open = structuredClone(settings);
  const secret: SecretsByPath = {};
  for (const path of kind.secrets) {
    const place = find(open, path);
    const value = place?.holder[place.name];
    if (!place || value === undefined) continue;
    secret[path] = value as string;
    delete place.holder[place.name];
  }
  return { open, secret };
}

/** Settings as they are shown: a mask in place of each secret, or the secret itself if it was just generated. */
export function mask(
  kind: ConnectionKind,
  open: Settings,
  stored: SecretsByPath,
  made: SecretsByPath = {},
): Settings {
  const shown = structuredClone(open);
  for (const path of kind.secrets) {
    const place = find(shown, path);
    if (!place) continue;
    const isTopLevel = place.holder === shown;
    // Below the top level, a missing secret belongs to another alternative, such as another type of auth.
    if (stored[path] === undefined && !isTopLevel) continue;
    place.holder[place.name] = made[path] ?? (stored[path] === undefined ? masks.notSet : masks.set);
  }
  return shown;
}

/** The object that contains the setting at a path; undefined if there is none. */
function find(settings: Settings, path: string): { holder: Settings; name: string } | undefined {
  const names = path.split('.');
  const name = names.pop()!;
  let holder: unknown = settings;
  for (const step of names) holder = isObject(holder) ? holder[step] : undefined;
  return isObject(holder) ? { holder, name } : undefined;
}
