import type { Queryable } from '../../platform/postgres.ts';
import type { Acceptance, Submission } from './accept.ts';

/**
 * Whether a write was accepted before, for a route that is about to refuse it for what can change with time: a
 * repetition gets the first answer whatever has changed since. Acceptance itself looks too, so nothing else need ask.
 * @returns undefined when the key is free, so that the refusal stands.
 */
export async function findRepetition(
  database: Queryable,
  {
    projectId,
    endpoint,
    key,
    fingerprint,
  }: Pick<Submission, 'projectId' | 'endpoint' | 'key' | 'fingerprint'>,
): Promise<Acceptance | undefined> {
  const { rows } = await database.query<{ fingerprint: Buffer; answer: string }>({
    name: 'repetition',
    text: `SELECT fingerprint, answer FROM dialog.request_keys
           WHERE project_id = $1::uuid AND endpoint = $2::text AND key = $3::text`,
    values: [projectId, endpoint, key],
  });
  const known = rows[0];
  if (!known) return undefined;
  return known.fingerprint.equals(fingerprint)
    ? { verdict: 'replayed', answer: known.answer }
    : { verdict: 'reused' };
}
