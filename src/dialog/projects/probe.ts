import type { Queryable } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { build, statement } from '../../platform/statement.ts';
import { installation } from '../schema.ts';

/** A sealed text in each installation, which shows whether an encryption key is the one of its secrets. */
const place = 'installation';
const text = 'parley';

const columns = { probe: installation.probe };
const read = statement({
  name: 'installation-probe',
  prepared: false,
  columns,
  query: () => build.select(columns).from(installation),
});

/** The probe of a database; undefined if no server was ever started on it. */
export async function readProbe(database: Queryable): Promise<string | undefined> {
  return (await read.first(database))?.probe;
}

/** A probe for the key that seals now. */
export const newProbe = (vault: Vault): string => vault.seal(place, text);

/** The id of the key that opens a probe; undefined if none does. */
export const probedWith = (vault: Vault, probe: string): string | undefined => vault.sealedWith(place, probe);
