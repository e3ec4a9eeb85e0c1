import { readUsedKeys } from '../projects/installation.ts';
import { keyPlaces } from '../projects/key-places.ts';
import { sealedOf } from '../secrets/of-project.ts';
import { isLost } from '../secrets/places.ts';
import { readRotation } from '../secrets/rotation.ts';
import { blocking, count, ok, type ReadinessCheck, warning } from './check.ts';

const subject = { id: 'secrets', title: 'Secrets' };

const mostNamed = 100;

/** Whether every stored secret can be opened; one that was sealed with another key cannot. */
export const secretsOpen: ReadinessCheck = async ({ database, vault, projectId }) => {
  const all = await sealedOf(database, projectId);
  const shut = all.filter((secret) => isLost(vault, secret));
  if (shut.length === 0)
    return [
      ok(subject, `${count(all.length, 'sealed secret')} can be opened.`, 'secrets_open', {
        count: all.length,
      }),
    ];
  const names = [...new Set(shut.map(({ column, title }) => `${column.kind} ${title}`))];
  const named = names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' and others' : '');
  return [
    blocking(
      subject,
      `The secrets of these cannot be opened: ${named}.`,
      'Start the server with the ENCRYPTION_KEY that they were sealed with, or make them anew and enter them again.',
      'secrets_lost',
      { names: named },
    ),
  ];
};

const keySubject = { id: 'encryption_key', title: 'Replacement of the encryption key' };

/**
 * At which of the five steps of docs/operations.md the replacement of the encryption key is, which concerns all projects; nothing
 * without a previous key.
 */
export const keyReplaced: ReadinessCheck = async ({ database, vault, settings }) => {
  const rotation = await readRotation(database, vault);
  if (!rotation) return [];
  const { previous: older, without, behind, lacking } = rotation;
  const left = older.reduce((sum, { secrets }) => sum + secrets, 0);
  const standing = older.map(({ id, secrets }, n) => keyState(id, n, secrets)).join(' ');
  const { current, previous } = keyPlaces(settings);
  const swap = `Start every process with the new key in ${current} and the old one in ${previous}, one after the other.`;
  if (without > 0) {
    return [
      blocking(
        keySubject,
        `Step 2 of 5 was left out: there are processes that cannot open what this one seals: ${without}.`,
        `Start every process with both keys: the new one in ${current}, the old one in ${previous}, or the other way round.`,
        'key_unknown_to_some',
        { count: without, current, previous },
      ),
    ];
  }
  if (behind > 0) {
    return [
      warning(
        keySubject,
        `Step 3 of 5 goes on: there are processes that seal with another key: ${behind}.`,
        swap,
        'key_old_in_use',
        { count: behind, current, previous },
      ),
    ];
  }
  const used = await readUsedKeys(database);
  const next = older.find(({ id }) => !used.includes(id));
  if (next && lacking > 0) {
    return [
      warning(
        keySubject,
        `Step 2 of 5 goes on: there are processes that do not know the new key (id ${next.id}): ${lacking}.`,
        `Put it into ${previous} of every process, and start them one after the other.`,
        'key_spreading',
        { count: lacking, previous },
      ),
    ];
  }
  if (next) {
    return [
      warning(
        keySubject,
        `Step 2 of 5 is done: every process knows the new key (id ${next.id}), and none seals with it.`,
        `Step 3: ${swap}`,
        'key_known',
        { current, previous },
      ),
    ];
  }
  if (left > 0) {
    return [
      warning(
        keySubject,
        `Step 4 of 5 goes on: ${count(left, 'secret')} of this installation can only be opened with a previous key. ${standing}`,
        `Wait: a worker seals them anew within minutes. Keep the keys that are needed in ${previous} until then.`,
        'key_moving',
        { count: left, previous },
      ),
    ];
  }
  const done = `Step 4 of 5 is done: no stored secret needs a previous key. ${standing}`;
  const remove = `Step 5: remove the old key from ${previous} in every process. Addresses of files that were signed with it end then.`;
  if (lacking > 0) {
    return [
      warning(keySubject, `${done} There are processes without it: ${lacking}.`, remove, 'key_moved_partly', {
        count: lacking,
        current,
        previous,
      }),
    ];
  }
  return [warning(keySubject, done, remove, 'key_moved', { current, previous })];
};

/** @param n the position among the previous keys, from 0 on */
const keyState = (id: string, n: number, secrets: number) =>
  `Previous key ${n + 1} (id ${id}) is needed by ${secrets === 0 ? 'none' : count(secrets, 'secret')}.`;
