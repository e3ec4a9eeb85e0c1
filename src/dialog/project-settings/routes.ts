import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import { writeAudit } from '../audit/entry.ts';
import { laxInt, text } from '../http/fields.ts';
import { miniappFields, miniappSecretFields, presentMiniapp, secretsIn } from '../miniapp/settings.ts';
import { findChannel } from '../owner/channels.ts';
import { ownerActor } from '../owner/session.ts';
import { type RetentionName, retentionRules } from '../retention/rules.ts';
import { changeProjectSecrets, readProjectSecrets } from './secrets.ts';
import { changeProjectSettings, type ProjectSettings, readProjectSettings } from './settings.ts';

const timeZone = text({ max: 64 }).refine(isTimeZone, 'not the name of a time zone, such as Europe/Berlin');

/** What an owner sets for a project: its time zone, how long its records are kept, and its mini apps. */
export function settingsRoutes(
  plain: FastifyInstance,
  { database, vault, settings: installation }: { database: Database; vault: Vault; settings: Settings },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const limits = Object.fromEntries(
    retentionRules.map((rule) => [rule.name, rule.days(installation)]),
  ) as Record<RetentionName, number>;
  // A project may shorten what the operator grants, and not lengthen it.
  const retention = z.object(
    Object.fromEntries(
      Object.entries(limits).map(([name, days]) => [name, laxInt({ ge: 1, le: days }).nullish()]),
    ),
  );

  const body = z.object({
    time_zone: timeZone.nullish(),
    retention: retention.nullish(),
    ...miniappFields,
    ...miniappSecretFields,
  });

  async function shown(projectId: string) {
    const [settings, secrets, runs] = await Promise.all([
      readProjectSettings(database, projectId),
      readProjectSecrets(database, vault, projectId),
      readRuns(database, projectId),
    ]);
    return { ...present(settings, limits, runs), ...presentMiniapp(settings.miniapp, secrets ?? {}) };
  }

  app.get('/settings', ({ projectId }) => shown(projectId));

  app.patch('/settings', { schema: { body } }, async (request) => {
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
    return shown(projectId);
  });
}

interface Run {
  rule: string;
  at: Date;
  removed: string;
}

async function readRuns(database: Database, projectId: string): Promise<Run[]> {
  const { rows } = await database.query<Run>(
    'SELECT rule, at, removed FROM dialog.retention_runs WHERE project_id = $1 ORDER BY rule',
    [projectId],
  );
  return rows;
}

function present(settings: ProjectSettings, limits: Record<RetentionName, number>, runs: Run[]) {
  const names = Object.keys(limits) as RetentionName[];
  return {
    time_zone: settings.time_zone,
    /** The days that hold, whoever set them. */
    retention: Object.fromEntries(
      names.map((name) => [name, Math.min(settings.retention[name] ?? limits[name], limits[name])]),
    ),
    retention_at_most: limits,
    last_removals: runs.map(({ rule, at, removed }) => ({
      rule,
      at: at.toISOString(),
      removed: Number(removed),
    })),
  };
}

function isTimeZone(name: string): boolean {
  // An offset such as +03:00 is none: it knows no summer time, and not every engine takes it.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
