import type { Queryable } from '../../platform/postgres.ts';
import { type Definition, readDefinition } from '../scenario/definition.ts';
import type { Kind } from '../scenario/position.ts';
import type { TemplateRules } from '../template/rules.ts';

/** A published version as it is stored. */
export interface StoredVersion {
  definition: unknown;
  templateRules: TemplateRules;
}

/** Reads a published version; undefined if there is none. */
export type ReadVersion = (
  tx: Queryable,
  projectId: string,
  slug: string,
  version: number,
) => Promise<StoredVersion | undefined>;

const mostKept = 1000;

/**
 * A cache of parsed definitions. A published version never changes, so an entry cannot be stale; the least recently used one
 * is dropped first.
 */
export class Definitions {
  readonly #kept = new Map<string, Definition>();
  readonly #kind: Kind;
  readonly #read: ReadVersion;

  constructor(kind: Kind, read: ReadVersion) {
    this.#kind = kind;
    this.#read = read;
  }

  /** @throws Error if the version does not exist or cannot be read by this build */
  async get(tx: Queryable, projectId: string, slug: string, version: number): Promise<Definition> {
    const key = `${projectId}/${slug}/${version}`;
    let definition = this.#kept.get(key);
    if (definition) this.#kept.delete(key);
    else {
      definition = this.#ready(await this.#read(tx, projectId, slug, version));
      if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    }
    this.#kept.set(key, definition);
    return definition;
  }

  #ready(stored: StoredVersion | undefined): Definition {
    const read = readDefinition(stored?.definition, this.#kind);
    if (read.definition) return { ...read.definition, templateRules: stored!.templateRules };
    throw new Error(
      `a published ${this.#kind} cannot be read: ${read.findings[0]?.message ?? 'it is missing'}`,
    );
  }
}
