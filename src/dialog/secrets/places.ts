import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import { openObject, SealedShut, type Vault } from '../../platform/secrets.ts';
import { connections } from '../connections/schema.ts';
import { totpSecrets } from '../factors/schema.ts';
import { mails } from '../mail/schema.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { pushKeys } from '../push/schema.ts';
import { channels, owners } from '../schema.ts';
import { receivers } from '../webhooks/inbound/schema.ts';
import { subscriptions } from '../webhooks/outbound/schema.ts';

/** A column with sealed secrets. */
export interface SealedColumn {
  /** What the record is called. With its id this is the place for which its secrets are sealed. */
  kind: 'channel' | 'connection' | 'receiver' | 'subscription' | 'project' | 'mail' | 'totp' | 'push';
  table: PgTable;
  /** `ofInstallation` in a table whose records belong to no project. */
  projectId: PgColumn | SQL;
  id: PgColumn;
  /** What the owner calls the record. */
  title: SQL;
  column: PgColumn;
  /** Which rows have a secret that is still needed. */
  inForce: SQL;
  /** Whether the secrets of a record are one JSON object, which may be empty. */
  isObject: boolean;
}

/** Stands for the project of records that belong to none. */
const ofInstallation = sql`${sql.raw(`'${noId}'`)}::uuid`;

type Rotating = typeof receivers | typeof subscriptions;

/** The newest secret of a record, and the previous one while it is valid. */
function rotating(kind: 'receiver' | 'subscription', table: Rotating): SealedColumn[] {
  const { projectId, id } = table;
  const record = { kind, table, projectId, id, title: sql`${table.slug}`, isObject: false };
  return [
    { ...record, column: table.secret, inForce: sql`true` },
    { ...record, column: table.previousSecret, inForce: sql`${table.previousUntil} > now()` },
  ];
}

/** Every column with sealed secrets. A table that gets one has an entry here; what moves and counts them follows. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    kind: 'channel',
    table: channels,
    projectId: channels.projectId,
    id: channels.id,
    title: sql`${channels.name}`,
    column: channels.secrets,
    inForce: sql`${channels.deletedAt} IS NULL`,
    isObject: true,
  },
  {
    kind: 'connection',
    table: connections,
    projectId: connections.projectId,
    id: connections.id,
    title: sql`${connections.slug}`,
    column: connections.secrets,
    inForce: sql`true`,
    isObject: true,
  },
  ...rotating('receiver', receivers),
  ...rotating('subscription', subscriptions),
  {
    kind: 'project',
    table: projectSettings,
    projectId: projectSettings.projectId,
    id: projectSettings.projectId,
    title: sql`'settings'::text`,
    column: projectSettings.secrets,
    inForce: sql`true`,
    isObject: true,
  },
  {
    kind: 'mail',
    table: mails,
    projectId: ofInstallation,
    id: mails.id,
    title: sql`${mails.template}`,
    column: mails.sealed,
    inForce: sql`${mails.givenUpAt} IS NULL`,
    isObject: false,
  },
  {
    kind: 'totp',
    table: totpSecrets,
    projectId: ofInstallation,
    id: totpSecrets.ownerId,
    title: sql`(SELECT 'of ' || ${owners.email} FROM ${owners} WHERE ${owners.id} = ${totpSecrets.ownerId})`,
    column: totpSecrets.secret,
    inForce: sql`true`,
    isObject: false,
  },
  {
    kind: 'push',
    table: pushKeys,
    projectId: ofInstallation,
    id: pushKeys.id,
    title: sql`'keys for browsers'::text`,
    column: pushKeys.sealed,
    inForce: sql`true`,
    isObject: false,
  },
];

/** A sealed secret in its record. */
export interface SealedSecret {
  column: SealedColumn;
  /** `noId` for what belongs to no project. */
  projectId: string;
  id: string;
  title: string;
  sealed: string;
}

/** The place for which the secrets of a record are sealed. */
export const placeOf = ({ column, id }: Pick<SealedSecret, 'column' | 'id'>): string =>
  `${column.kind}/${id}`;

/** Whether no key of this server opens a secret. */
export function isLost(vault: Vault, secret: SealedSecret): boolean {
  const place = placeOf(secret);
  try {
    if (secret.column.isObject) openObject(vault, place, secret.sealed);
    else vault.open(place, secret.sealed);
    return false;
  } catch (error) {
    if (error instanceof SealedShut) return true;
    throw error;
  }
}
