import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres.ts';
import { names, rowsOf } from '../../platform/sql-expressions.ts';
import { build, statement } from '../../platform/statement.ts';
import { requestKeys } from '../schema.ts';
import type { Repetition, Write } from './submission.ts';

const { projectId, endpoint, key, fingerprint, answer } = requestKeys;
const named = { projectId, endpoint, key };
const remembered = { fingerprint, answer };

const readWrite = statement({
  name: 'repetition',
  params: named,
  columns: remembered,
  query: (p) =>
    build
      .select(remembered)
      .from(requestKeys)
      .where(and(eq(projectId, p.projectId), eq(endpoint, p.endpoint), eq(key, p.key))),
});

const input = rowsOf('i', named);
const readWrites = statement({
  name: 'accept-outrun',
  params: { writes: input },
  columns: { n: input.n, ...remembered },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.writes} JOIN ${requestKeys} USING (${names(projectId, endpoint, key)})`,
});

const rememberWrite = statement({
  name: 'remember-write',
  params: { ...named, ...remembered },
  query: (p) => build.insert(requestKeys).values(p).onConflictDoNothing(),
});

/** Looks for an earlier write of the same name. @returns undefined if the name is free */
export async function findRepetition(on: Queryable, write: Write): Promise<Repetition | undefined> {
  const known = await readWrite.first(on, write);
  return known && judgeRepetition(write, known);
}

/** The same for several writes, by position. */
export async function findRepetitions(on: Queryable, writes: Write[]): Promise<(Repetition | undefined)[]> {
  const found: (Repetition | undefined)[] = writes.map(() => undefined);
  for (const { n, ...known } of await readWrites.all(on, { writes })) {
    found[n - 1] = judgeRepetition(writes[n - 1]!, known);
  }
  return found;
}

/** Stores the answer to a write. Of two at the same time, the second waits for the first. @returns whether its name was free */
export async function remember(on: Queryable, write: Write, given: string): Promise<boolean> {
  return (await rememberWrite.run(on, { ...write, answer: given })) === 1;
}

/** Compares a write with the stored one of the same name. */
export function judgeRepetition(
  write: Pick<Write, 'fingerprint'>,
  known: { fingerprint: Buffer; answer: string },
): Repetition {
  return known.fingerprint.equals(write.fingerprint)
    ? { verdict: 'replayed', answer: known.answer }
    : { verdict: 'reused' };
}
