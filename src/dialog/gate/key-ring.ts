import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type AddressList, addressList } from '../../platform/address-list.ts';
import { Batcher } from '../../platform/batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { sha256Name } from '../../platform/secrets.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { keyInForce, projectKeys } from '../schema.ts';

/** A key in force: of the project API, or for published methods. */
export interface ProjectKey {
  id: string;
  /** As shown to clients: `key_…`. */
  publicId: string;
  projectId: string;
  /** As shown to clients: `prj_…`. */
  publicProjectId: string;
  name: string;
  scopes: ReadonlySet<string>;
  /** The published methods that it may call; null for a key of the project API, which may call none. */
  methods: ReadonlySet<string> | null;
  /** From where it may be used; null: from everywhere. */
  addresses: AddressList | null;
  /** Milliseconds since 1970; Infinity: it does not expire. */
  expiresAtMs: number;
}

/** Milliseconds that a revoked key may still pass if the notice was lost. Accepting a write checks the key in the database. */
const rememberedMs = 1000;
const mostRemembered = 20_000;

/**
 * Finds keys by the hash of their text, and caches found keys for a second. Revocations are published to all processes
 * (`forget`), so this second matters only if a notice is lost.
 */
export class KeyRing {
  readonly #remembered = new Map<string, { key: ProjectKey; until: number }>();
  readonly #lookUp: Batcher<Buffer, ProjectKey | undefined>;

  constructor(database: Database) {
    this.#lookUp = new Batcher((hashes) => readKeys(database, hashes), {
      maxParallel: 2,
      limitMs: database.limitMs,
    });
  }

  /** @returns undefined if the key does not exist, was revoked or has expired, or its project was deleted */
  async find(text: string): Promise<ProjectKey | undefined> {
    const name = sha256Name(text);
    const now = Date.now();
    const remembered = this.#remembered.get(name);
    if (remembered && remembered.until > now) return remembered.key;
    const key = await this.#lookUp.submit(Buffer.from(name, 'latin1'));
    if (!key) {
      this.#remembered.delete(name);
      return undefined;
    }
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(name, { key, until: Math.min(now + rememberedMs, key.expiresAtMs) });
    return key;
  }

  /** @param keyId the key that was revoked or changed; without it, the whole cache is dropped */
  forget(keyId?: string): void {
    if (keyId === undefined) this.#remembered.clear();
    for (const [name, { key }] of this.#remembered) if (key.id === keyId) this.#remembered.delete(name);
  }
}

const k = alias(projectKeys, 'k');
const h = rowsOf('h', { hash: projectKeys.hash });

const findKeys = statement({
  name: 'keys',
  params: { hashes: h },
  columns: {
    ...{ n: h.n, id: k.id, projectId: k.projectId, name: k.name, scopes: k.scopes, methods: k.methods },
    ...{ allowedAddresses: k.allowedAddresses, expiresAt: k.expiresAt },
  },
  query: ({ hashes }, columns) => sql`
    SELECT ${columns} FROM ${hashes}
    JOIN ${projectKeys} AS ${k} ON ${k.hash} = ${h.at.hash} AND ${keyInForce(k)}`,
});

async function readKeys(database: Database, hashes: Buffer[]): Promise<(ProjectKey | undefined)[]> {
  const rows = await findKeys.all(database, { hashes: hashes.map((hash) => ({ hash })) });
  const found: (ProjectKey | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) {
    found[row.n - 1] = {
      id: row.id,
      publicId: showId(row.methods ? 'methodKey' : 'key', row.id),
      projectId: row.projectId,
      publicProjectId: showId('project', row.projectId),
      name: row.name,
      scopes: new Set(row.scopes),
      methods: row.methods && new Set(row.methods),
      addresses: row.allowedAddresses && addressList(row.allowedAddresses),
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }
  return found;
}
