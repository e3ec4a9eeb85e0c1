import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { showPresence } from '../../src/dialog/presence.ts';
import { sealAnew } from '../../src/dialog/secrets/rotation.ts';
import { createVault, type Vault } from '../../src/platform/secrets.ts';
import { encryptionKey, startTestServer } from '../harness/server.ts';

it('secrets are sealed anew only when every living process seals with the same key, so that none seals them back', async () => {
  const api = await startTestServer({ ROLE: 'api' });
  try {
    const { id } = await api.makeProject();
    await api.makeChannel(id, 'http://127.0.0.1:9/');
    const { database } = api.server.parts;
    const next = randomBytes(32).toString('base64');
    const [former, swapped] = [createVault(encryptionKey, [next]), createVault(next, [encryptionKey])];
    const seal = (vault: Vault) => sealAnew(database, vault, new AbortController().signal);
    await database.query('UPDATE dialog.processes SET keys = $1', [swapped.keyIds]);
    const other = await showPresence(database, {
      ...{ role: 'worker', keys: former.keyIds },
      files: { place: 'folder', readMark: async () => null },
    });
    // Each could open what the other seals, and would begin again after it.
    expect([await seal(swapped), await seal(former)]).toEqual([0, 0]);
    await other.stop();
    expect(await seal(swapped)).toBeGreaterThan(0);
    expect(await seal(swapped)).toBe(0);
  } finally {
    await api.close();
  }
});
