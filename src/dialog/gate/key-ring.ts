import { Batcher } from '../../platform/batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Scope } from './scopes.ts';

/** A key that is in force: of the project API, or for published methods. */
export interface ProjectKey {
  id: string;
  /** As shown: `key_…`. */
  publicId: string;
  projectId: string;
  /** As shown: `prj_…`. */
  publicProjectId: string;
  name: string;
  scopes: ReadonlySet<Scope>;
  /** The published methods that it may call; null for a key of the project API, which calls none of them. */
  methods: ReadonlySet<string> | null;
}

/** The longest that a key may pass after its revocation where the notice of it was lost. Accepting a write looks anew. */
const rememberedMs = 1000;
const mostRemembered = 20_000;

/**
 * Finds keys by the hash of their text, and remembers those it found for a second. Revocations are published to all
 * processes (`forget`), so that the second matters only where a notice is lost.
 */
export class KeyRing {
  readonly #remembered = new Map<string, { key: ProjectKey; until: number }>();
  readonly #lookUp: Batcher<Buffer, ProjectKey | undefined>;

  constructor(database: Database) {
    this.#lookUp = new Batcher((hashes) => readKeys(database, hashes), { maxParallel: 2 });
  }

  /** @returns undefined for a key that does not exist, was revoked, or whose project was deleted. */
  async find(text: string): Promise<ProjectKey | undefined> {
    const hash = sha256(text);
    const name = hash.toString('latin1');
    const now = Date.now();
    const remembered = this.#remembered.get(name);
    if (remembered && remembered.until > now) return remembered.key;
    const key = await this.#lookUp.submit(hash);
    if (!key) {
      this.#remembered.delete(name);
      return undefined;
    }
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(name, { key, until: now + rememberedMs });
    return key;
  }

  /** @param keyId of the revoked key; without one, all are looked up anew. */
  forget(keyId?: string): void {
    if (keyId === undefined) this.#remembered.clear();
    for (const [name, { key }] of this.#remembered) if (key.id === keyId) this.#remembered.delete(name);
  }
}

async function readKeys(database: Database, hashes: Buffer[]): Promise<(ProjectKey | undefined)[]> {
  const { rows } = await database.query<{
    n: number;
    id: string;
    project_id: string;
    name: string;
    scopes: Scope[];
    methods: string[] | null;
  }>({
    name: 'keys',
    text: `SELECT h.n::int AS n, k.id, k.project_id, k.name, k.scopes, k.methods
           FROM unnest($1::bytea[]) WITH ORDINALITY AS h(hash, n)
           JOIN dialog.project_keys AS k ON k.hash = h.hash AND k.revoked_at IS NULL`,
    values: [hashes],
  });
  const found: (ProjectKey | undefined)[] = hashes.map(() => undefined);
  for (const row of rows) {
    found[row.n - 1] = {
      id: row.id,
      publicId: showId(row.methods ? 'methodKey' : 'key', row.id),
      projectId: row.project_id,
      publicProjectId: showId('project', row.project_id),
      name: row.name,
      scopes: new Set(row.scopes),
      methods: row.methods && new Set(row.methods),
    };
  }
  return found;
}
