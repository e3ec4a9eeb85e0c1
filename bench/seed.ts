import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { scopes } from '../src/dialog/rights/scopes.ts';
import { newId, showId } from '../src/platform/ids.ts';
import type { Plan } from './load.ts';

/** Projects with keys and customers, written by SQL. */
export interface Block {
  /** One for each key; its targets are the public ids of its project's identities. */
  writers: Plan['callers'];
  /** The same, with profiles as targets. */
  readers: Plan['callers'];
  /** The same profiles, by their stored ids. */
  bareReaders: Plan['callers'];
  projectIds: string[];
}

const projects = 10;

/**
 * Ten projects with ten customers each, or as many as wanted, on a sandbox channel, and `keys` keys between them.
 *
 * Every run under load gets its own block. So the limits of 120 requests a minute for a key and 100,000 unfinished
 * tasks for a project, and the cache of keys, are as in production, and no run reaches a limit.
 */
export async function seedBlock(pool: pg.Pool, keys = 1000, identitiesPerProject = 10): Promise<Block> {
  const block: Block = { writers: [], readers: [], bareReaders: [], projectIds: [] };
  const ownerId = newId();
  await pool.query(`INSERT INTO dialog.owners (id, email, password_hash) VALUES ($1, $2, '-')`, [
    ownerId,
    `${ownerId}@example.com`,
  ]);
  for (let p = 0; p < projects; p++) {
    const projectId = newId();
    const channelId = newId();
    const identities = Array.from({ length: identitiesPerProject }, () => newId());
    const profiles = identities.map(() => newId());
    const texts = Array.from(
      { length: keys / projects },
      () => `pk_${randomBytes(32).toString('base64url')}`,
    );
    await pool.query(`INSERT INTO dialog.projects (id, owner_id, name) VALUES ($1, $2, 'bench')`, [
      projectId,
      ownerId,
    ]);
    await pool.query(
      `INSERT INTO dialog.channels (project_id, id, type, name, environment, settings, secrets)
       VALUES ($1, $2, 'webhook', 'bench', 'sandbox', '{"url":"http://127.0.0.1:9"}', '')`,
      [projectId, channelId],
    );
    await pool.query(
      `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
       SELECT $1, id, $2, id::text, profile FROM unnest($3::uuid[], $4::uuid[]) AS i(id, profile)`,
      [projectId, channelId, identities, profiles],
    );
    await pool.query(
      `INSERT INTO dialog.profiles (project_id, id, state, tags)
       SELECT $1, id, '{"stage":"trial","language":"en"}', '{new,newsletter}' FROM unnest($2::uuid[]) AS i(id)`,
      [projectId, profiles],
    );
    await pool.query(
      `INSERT INTO dialog.project_keys (project_id, id, name, scopes, hash, hint)
       SELECT $1, id, 'bench', $2, hash, '' FROM unnest($3::uuid[], $4::bytea[]) AS k(id, hash)`,
      [
        projectId,
        [...scopes],
        texts.map(() => newId()),
        texts.map((text) => createHash('sha256').update(text).digest()),
      ],
    );
    const project = showId('project', projectId);
    const writersOf = identities.map((id) => showId('identity', id));
    const readersOf = profiles.map((id) => showId('profile', id));
    block.projectIds.push(projectId);
    for (const key of texts) {
      block.writers.push({ key, project, targets: writersOf });
      block.readers.push({ key, project, targets: readersOf });
    }
    block.bareReaders.push({ project: projectId, targets: profiles });
  }
  shuffle(block);
  return block;
}

/** Successive callers are of different projects, as in production. */
function shuffle(block: Block): void {
  const stride = block.writers.length / projects;
  const mixed = <T>(list: T[]): T[] =>
    list.map((_, i) => list[(i % projects) * stride + Math.floor(i / projects)]!);
  block.writers = mixed(block.writers);
  block.readers = mixed(block.readers);
}
