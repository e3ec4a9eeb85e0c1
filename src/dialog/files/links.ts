import { createHmac, timingSafeEqual } from 'node:crypto';
import { showId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/secrets.ts';

/**
 * Addresses from which files are downloaded. Whoever has one can download the file until it expires; it names the file and the
 * time, and a signature over both shows that this installation made it.
 */

const hourMs = 3_600_000;

/** A file, and the time until which an address is good, in seconds since 1970. */
interface Signed {
  projectId: string;
  id: string;
  expires: number;
}

/** An address from which a file is downloaded, and until when. */
export interface FileLink {
  url: string;
  expiresAt: Date;
}

/** Makes the addresses and checks them. */
export class FileLinks {
  /** The first signs. The others are good for addresses from before the encryption key was replaced. */
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor(vault: Vault) {
    this.#keys = vault.keysFor('file links');
  }

  /**
   * @param origin the address of this server, without a final slash; empty for an address below it
   * @param forMs how long it is good: an hour if absent
   */
  make(
    origin: string,
    projectId: string,
    id: string,
    { forMs = hourMs, now = Date.now() }: { forMs?: number | undefined; now?: number } = {},
  ): FileLink {
    const expires = Math.floor((now + forMs) / 1000);
    const signature = sign(this.#keys[0], { projectId, id, expires }).toString('base64url');
    const path = `/files/${showId('project', projectId)}/${showId('file', id)}`;
    return {
      url: `${origin}${path}?expires=${expires}&signature=${signature}`,
      expiresAt: new Date(expires * 1000),
    };
  }

  /** Whether a signature is right, and if so, whether the address is still good. */
  judge(signed: Signed, signature: string, now = Date.now()): 'good' | 'expired' | 'wrong' {
    const given = Buffer.from(signature, 'base64url');
    const isRight = this.#keys.some((key) => {
      const right = sign(key, signed);
      return given.length === right.length && timingSafeEqual(given, right);
    });
    if (!isRight) return 'wrong';
    return signed.expires * 1000 > now ? 'good' : 'expired';
  }
}

function sign(key: Buffer, { projectId, id, expires }: Signed): Buffer {
  return createHmac('sha256', key).update(`${projectId}\n${id}\n${expires}`).digest();
}
