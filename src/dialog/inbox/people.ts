import { readId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type Member, membersOf } from '../gate/members.ts';
import { passes } from '../rights/roles.ts';

/** The people of a project who may answer customers. */
export async function whoServes(tx: Pick<Transaction, 'orm'>, projectId: string): Promise<Member[]> {
  return (await membersOf(tx, projectId)).filter(({ role }) => passes(role, 'serve'));
}

/**
 * Reads the ids of people who may answer customers. @param shown `own_…`, in any number and order
 * @returns as they are stored, each once
 * @throws Problem 404 for anybody else
 */
export async function servingPeople(
  tx: Pick<Transaction, 'orm'>,
  projectId: string,
  shown: readonly string[],
): Promise<string[]> {
  if (shown.length === 0) return [];
  const known = new Set((await whoServes(tx, projectId)).map(({ id }) => id));
  const ids = shown.map((each) => readId('owner', each) ?? '');
  const unknown = shown.find((_, n) => !known.has(ids[n]!));
  if (unknown !== undefined) {
    const message = `${unknown} is nobody in this project who may answer customers. GET /people lists the people with their roles.`;
    throw new Problem(404, 'person_not_found', message);
  }
  return [...new Set(ids)];
}
