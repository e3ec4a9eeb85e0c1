import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id with the parameters that OWASP names as the minimum (19 MiB, 2 passes, 1 lane), which are the library's
 * defaults: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | undefined;

/** @param stored the hash, or undefined for an unknown account: it then costs the same time and answers false. */
export async function checkPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password');
  try {
    return (await verify(stored ?? (await decoy), password)) && stored !== undefined;
  } catch {
    return false; // a hash in another format
  }
}
