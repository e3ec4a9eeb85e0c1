import { createECDH } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { pushBrowsers, pushKeys } from './schema.ts';

/** The keys by which push services know this installation: RFC 8292, section 2. */
export interface PushKeys {
  /** An uncompressed point of P-256, and the private number, both in base64url. */
  publicKey: string;
  privateKey: string;
}

/** For which the private key is sealed. */
const placeOf = (id: string) => `push/${id}`;

/**
 * Makes the keys of an installation that has none. Called under a lock that keeps other starts away.
 * @param anew whether to make others in place of a private key that nobody can read: browsers are subscribed with its public half, so
 *   their subscriptions end with it
 */
export async function ensurePushKeys({ orm }: Pick<Transaction, 'orm'>, vault: Vault, anew: boolean) {
  const [known] = await orm.select().from(pushKeys);
  if (known && (!anew || vault.sealedWith(placeOf(known.id), known.sealed) !== undefined)) return;
  if (known) {
    await orm.delete(pushBrowsers);
    await orm.delete(pushKeys);
  }
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // The number may begin with zeros, which OpenSSL leaves out.
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
  const id = newId();
  const sealed = vault.seal(placeOf(id), Buffer.from(privateKey, 'hex').toString('base64url'));
  await orm.insert(pushKeys).values({ id, publicKey, sealed });
}

/** The public key, which browsers need to subscribe. */
export async function publicPushKey({ orm }: Pick<Transaction, 'orm'>): Promise<string> {
  const [known] = await orm.select({ publicKey: pushKeys.publicKey }).from(pushKeys);
  // Every start makes them before it serves anybody.
  if (!known) throw new Error('this installation has no keys for push services');
  return known.publicKey;
}

/** Both keys. @throws SealedShut */
export async function openPushKeys({ orm }: Pick<Transaction, 'orm'>, vault: Vault): Promise<PushKeys> {
  const [known] = await orm.select().from(pushKeys);
  if (!known) throw new Error('this installation has no keys for push services');
  const { id, publicKey, sealed } = known;
  return { publicKey, privateKey: vault.open(placeOf(id), sealed) };
}
