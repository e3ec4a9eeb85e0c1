import type { Queryable } from '../../platform/postgres.ts';
import { type Compiled, compile } from '../scenario/advance.ts';

/**
 * Published definitions in compiled form. A version never changes, so what is kept here cannot be stale; the least
 * recently used goes first.
 */
export class Definitions {
  readonly #compiled = new Map<string, Compiled>();
  readonly #read: (tx: Queryable, projectId: string, name: string, version: number) => Promise<unknown>;
  readonly #kind: 'scenario' | 'workflow';
  static readonly most = 1000;

  /** @param read the definition as it was stored; undefined where there is none. */
  constructor(
    kind: 'scenario' | 'workflow',
    read: (tx: Queryable, projectId: string, name: string, version: number) => Promise<unknown>,
  ) {
    this.#kind = kind;
    this.#read = read;
  }

  /** @throws Error for a version that does not exist. */
  async get(tx: Queryable, projectId: string, name: string, version: number): Promise<Compiled> {
    const key = `${projectId}/${name}/${version}`;
    let compiled = this.#compiled.get(key);
    if (compiled) this.#compiled.delete(key);
    else {
      const stored = await this.#read(tx, projectId, name, version);
      if (stored === undefined)
        throw new Error(`there is no version ${version} of the ${this.#kind} ${name}`);
      compiled = compile(stored, this.#kind);
      if (this.#compiled.size >= Definitions.most) {
        this.#compiled.delete(this.#compiled.keys().next().value!);
      }
    }
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

/** The definition of a published version of a project's scenario. */
export async function readScenarioVersion(
  tx: Queryable,
  projectId: string,
  _name: string,
  version: number,
): Promise<unknown> {
  const { rows } = await tx.query<{ definition: unknown }>({
    name: 'scenario-version',
    text: 'SELECT definition FROM dialog.scenario_versions WHERE project_id = $1 AND version = $2',
    values: [projectId, version],
  });
  return rows[0]?.definition;
}
