import { afterAll, beforeAll, expect, it } from 'vitest';
import { system, writeAudit } from '../../src/dialog/audit/entry.ts';
import { profileScope } from '../../src/dialog/dialogs/load.ts';
import { changeProfile } from '../../src/dialog/dialogs/profile-changes.ts';
import { type TurnOptions, takeTurns } from '../../src/dialog/dialogs/turns.ts';
import { Outbox } from '../../src/dialog/tasks/outbox.ts';
import type { Task } from '../../src/dialog/tasks/task.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Stage, setStage } from '../tasks/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

it('the audit log tells the change of a profile before the merge that a later turn of the same group makes', async () => {
  const identities = [await stage.identity(), await stage.identity()];
  const { projectId } = stage;
  await stage.database.query(
    'INSERT INTO dialog.profiles (project_id, id) SELECT project_id, profile_id FROM dialog.identities WHERE project_id = $1',
    [projectId],
  );
  const tasks = identities.map(
    (identityId) =>
      ({
        projectId,
        id: newId(),
        kind: 'dialog',
        identityId,
        requestId: null,
        createdAt: new Date(),
      }) as Task,
  ) as (Task & { identityId: string })[];
  const outbox = new Outbox();
  await stage.database.transaction(async (tx) => {
    await takeTurns(tx, outbox, {} as TurnOptions, tasks, async ({ task, dialog, rearrange }) => {
      if (task === tasks[0]) {
        const { state } = dialog.profile;
        const profile = profileScope(dialog.profile, null);
        const changes = { state: false, tags: true, status: false, access: false };
        const tagged = { state, tags: ['new'], profile, changes };
        changeProfile(dialog, tagged, { workflow: null, depth: 0, root_at: task.createdAt.toISOString() });
        return { word: 'advanced' };
      }
      const subject = { type: 'profile', id: 'prof_x' };
      const merged = { projectId, actor: system, action: 'profile.merged', subject, requestId: null };
      await rearrange(() => writeAudit(tx, merged));
      return { word: 'linked' };
    });
  });
  const { rows } = await stage.database.query<{ action: string }>(
    'SELECT action FROM dialog.audit_inbox WHERE project_id = $1 ORDER BY seq',
    [projectId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['profile.updated', 'profile.merged']);
  expect(outbox.entries).toEqual([]);
});
