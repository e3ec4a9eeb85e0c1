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
  readonly #key: Buffer;

  constructor(vault: Vault) {
    this.#key = vault.keyFor('file links');
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
    const signature = this.#sign({ projectId, id, expires }).toString('base64url');
    const path = `/files/${showId('project', projectId)}/${showId('file', id)}`;
    return {
      url: `${origin}${path}?expires=${expires}&signature=${signature}`,
      expiresAt: new Date(expires * 1000),
    };
  }

  /** Whether a signature is right, and if so, whether the address is still good. */
  judge(signed: Signed, signature: string, now = Date.now()): 'good' | 'expired' | 'wrong' {
    const right = this.#sign(signed);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong';
    return signed.expires * 1000 > now ? 'good' : 'expired';
  }

  #sign({ projectId, id, expires }: Signed): Buffer {
    return createHmac('sha256', this.#key).update(`${projectId}\n${id}\n${expires}`).digest();
  }
}
