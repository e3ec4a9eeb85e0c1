import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { named, namedBody } from '../http/shapes.ts';
import { handoverBody } from '../project-settings/handovers.ts';
import { changeProjectSettings, readHandovers } from '../project-settings/settings.ts';

/** What happens while customers wait for a person. */

const example = {
  away_text: 'We are back tomorrow at nine and will answer then.',
  unanswered_minutes: 30,
};

const shape = named(
  'HandoverSettings',
  z.object({ away_text: z.string().nullable(), unanswered_minutes: z.int().nullable() }),
  example,
);

export const readHandoverSettings = endpoint(
  {
    operationId: 'readHandoverSettings',
    tags: ['Projects'],
    summary: 'Read what happens while customers wait for a person',
    params: projectPath,
    answers: { 200: shape.describe('The settings.') },
  },
  async ({ projectId }, _reply, { database }: { database: Database }) => {
    const { away_text, unanswered_minutes } = await readHandovers(database, projectId);
    return { away_text, unanswered_minutes };
  },
);

export const replaceHandoverSettings = endpoint(
  {
    operationId: 'replaceHandoverSettings',
    tags: ['Projects'],
    summary: 'Say what happens while customers wait for a person',
    description: 'Replaces all of it. It holds for what customers say and ask for from now on.',
    params: projectPath,
    body: namedBody('HandoverSettingsChange', handoverBody, example),
    answers: { 200: shape.describe('The settings as they hold now.') },
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { projectId, body } = request;
    await database.transaction(async (tx) => {
      await changeProjectSettings(tx, projectId, { handovers: body });
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'settings.updated',
        subject: { type: 'project', id: showId('project', projectId) },
        requestId: request.id,
        data: { handovers: body },
      });
    });
    return body;
  },
);
