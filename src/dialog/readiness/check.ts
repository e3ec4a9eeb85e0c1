import type { FileStore } from '../../platform/file-store/file-store.ts';
import type { OutboundHttp } from '../../platform/outbound-http.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import type { Settings } from '../../settings.ts';
import type { RequestLog } from '../gate/request-log.ts';
import type { ReadinessCode } from './codes.ts';

/** A result of a check. */
export interface ReadinessItem {
  /** Stable. If there are several of a kind, it includes the public id or slug: `channel:ch_…`. */
  id: string;
  title: string;
  /** `blocking` if it cannot work, `warning` if it may fail now or soon. */
  status: 'ok' | 'warning' | 'blocking';
  /** What was found. Contains no secret. */
  detail: string;
  /** What to do, in one sentence; null if nothing is to be done. */
  action: string | null;
  /** What was found, as a word that stays. */
  code: ReadinessCode;
  /** What the text names: counts, names, moments as ISO texts. */
  params: ReadinessParams;
}

export type ReadinessParams = Record<string, string | number>;

/** What checks use. They run for one project while its owner waits. */
export interface ReadinessScene {
  database: Database;
  vault: Vault;
  http: OutboundHttp;
  settings: Settings;
  requestLog: RequestLog;
  files: FileStore;
  projectId: string;
}

/**
 * Checks one part of a project; returns nothing if the project does not use it. A check changes nothing, reads a limited number
 * of rows, and takes at most 5 seconds if it calls another system.
 */
export type ReadinessCheck = (scene: ReadinessScene) => Promise<ReadinessItem[]>;

/** What an item concerns. */
export interface Subject extends Pick<ReadinessItem, 'id' | 'title'> {
  /** How its owner calls it, where the project has several of a kind. */
  name?: string;
}

type Found = Pick<ReadinessItem, 'status' | 'detail' | 'action' | 'code'>;

/** An item of any status. The texts can name what it concerns. */
export const item = (
  { name, ...subject }: Subject,
  found: Found,
  params: ReadinessParams = {},
): ReadinessItem => ({ ...subject, ...found, params: { ...(name !== undefined && { name }), ...params } });

/** An item without a problem. */
export function ok(
  subject: Subject,
  detail: string,
  code: ReadinessCode,
  params?: ReadinessParams,
): ReadinessItem {
  return item(subject, { status: 'ok', detail, action: null, code }, params);
}

/** An item about something that may fail. */
export function warning(
  subject: Subject,
  detail: string,
  action: string,
  code: ReadinessCode,
  params?: ReadinessParams,
): ReadinessItem {
  return item(subject, { status: 'warning', detail, action, code }, params);
}

/** An item about something that cannot work. */
export function blocking(
  subject: Subject,
  detail: string,
  action: string,
  code: ReadinessCode,
  params?: ReadinessParams,
): ReadinessItem {
  return item(subject, { status: 'blocking', detail, action, code }, params);
}

/** A count with its noun: `1 request`, `2 requests`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
