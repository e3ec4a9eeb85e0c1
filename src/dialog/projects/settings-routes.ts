import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { writeAudit } from '../audit/entry.ts';
import { findChannel } from '../channels/records.ts';
import { ownerActor } from '../gate/session.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { namedBody } from '../http/shapes.ts';
import {
  miniappFields,
  miniappSecretFields,
  presentMiniapp,
  secretsIn,
} from '../project-settings/miniapp.ts';
import { boundBy, type RetentionName, retentionDays, retentionNames } from '../project-settings/retention.ts';
import type { ProjectSettings } from '../project-settings/schema.ts';
import { changeProjectSecrets, readProjectSecrets } from '../project-settings/secrets.ts';
import { changeProjectSettings, readProjectSettings } from '../project-settings/settings.ts';
import { timeZone } from '../project-settings/time-zone.ts';
import { type RetentionRun, readRuns } from '../retention/runs.ts';
import { projectSettingsShape } from './settings-shape.ts';

interface SettingsParts {
  database: Database;
  vault: Vault;
  /** The settings of the installation. */
  settings: Settings;
}

type Limits = Record<RetentionName, number>;

/** A project may shorten the retention of the installation, not extend it. */
function settingsBody(installation: Settings) {
  const retention = z.object(
    Object.fromEntries(
      Object.entries(retentionDays(installation)).map(([name, days]) => [
        name,
        laxInt({ ge: 1, le: days }).nullish(),
      ]),
    ),
  );
  return namedBody(
    'SettingsChange',
    z.object({
      time_zone: timeZone.nullish(),
      retention: retention.nullish(),
      ...miniappFields,
      ...miniappSecretFields,
    }),
    {
      time_zone: 'Europe/Berlin',
      retention: { request_log: 7 },
    },
  );
}

async function shown(
  { database, vault, settings: installation }: SettingsParts,
  projectId: string,
): Promise<z.output<typeof projectSettingsShape>> {
  const [settings, secrets, runs] = await Promise.all([
    readProjectSettings(database, projectId),
    readProjectSecrets(database, vault, projectId),
    readRuns(database, projectId),
  ]);
  return {
    ...present(settings, retentionDays(installation), runs),
    ...presentMiniapp(settings.miniapp, secrets ?? {}),
  };
}

export const readSettings = endpoint(
  {
    operationId: 'readSettings',
    tags: ['Projects'],
    summary: 'Read the settings of a project',
    params: projectPath,
    answers: { 200: projectSettingsShape.describe('The settings in force for the project.') },
  },
  async ({ projectId }, _reply, parts: SettingsParts) => shown(parts, projectId),
);

/** The allowed values depend on the settings of the installation. */
export const updateSettings = (installation: Settings) =>
  endpoint(
    {
      operationId: 'updateSettings',
      tags: ['Projects'],
      summary: 'Change settings of a project',
      description: 'Absent settings stay. Null resets a limit to that of the installation.',
      params: projectPath,
      body: settingsBody(installation),
      answers: { 200: projectSettingsShape.describe('All settings as they hold now.') },
      errors: ['channel_not_found'],
    },
    async (request, _reply, parts: SettingsParts) => {
      const { database, vault } = parts;
      const { projectId } = request;
      const { time_zone: zone, retention: days, telegram_bot_token, vk_app_secret, ...rest } = request.body;
      const secrets = secretsIn({ telegram_bot_token, vk_app_secret });
      const miniapp = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const change = {
        ...(zone != null && { time_zone: zone }),
        ...(days != null && { retention: days }),
        ...(Object.keys(miniapp).length > 0 && { miniapp }),
      };
      await database.transaction(async (tx) => {
        if (rest.vk_channel_id != null) await findChannel(tx, projectId, rest.vk_channel_id);
        await changeProjectSettings(tx, projectId, change);
        await changeProjectSecrets(tx, vault, projectId, secrets);
        await writeAudit(tx, {
          projectId,
          actor: ownerActor(request),
          action: 'settings.updated',
          subject: { type: 'project', id: showId('project', projectId) },
          requestId: request.id,
          data: { ...change, ...(Object.keys(secrets).length > 0 && { secrets: Object.keys(secrets) }) },
        });
      });
      return shown(parts, projectId);
    },
  );

function present(settings: ProjectSettings, limits: Limits, runs: RetentionRun[]) {
  const retention = { ...limits };
  for (const name of retentionNames) {
    retention[name] = Math.min(settings.retention[name] ?? limits[name], limits[name]);
    // The rule by which it is bound comes before it.
    const bound = boundBy[name];
    if (bound) retention[name] = Math.min(retention[name], retention[bound]);
  }
  return {
    time_zone: settings.time_zone,
    /** The effective days, whether the project or the installation set them. */
    retention,
    retention_at_most: limits,
    last_removals: runs.map(({ rule, at, removed }) => ({
      rule,
      at: at.toISOString(),
      removed,
    })),
  };
}
