import type { Database } from '../../platform/postgres.ts';
import type { DialogParts } from '../parts.ts';

/** One thing that was looked at before customers come. */
export interface ReadinessItem {
  /** Stable; with the public id or slug of what it concerns where there are several: `channel:ch_…`. */
  id: string;
  title: string;
  /** `blocking` for what will not work as it is, `warning` for what may not or soon will not. */
  status: 'ok' | 'warning' | 'blocking';
  /** What was found. Holds no secret. */
  detail: string;
  /** What to do, in one sentence; null where there is nothing to do. */
  action: string | null;
}

/** What checks are made with: of one project, while its owner waits. */
export interface ReadinessScene
  extends Pick<DialogParts, 'database' | 'vault' | 'http' | 'settings' | 'requestLog'> {
  projectId: string;
}

/**
 * Looks at one side of a project and tells what it found: nothing at all where the project does not use it. It changes
 * nothing, reads a bounded number of rows, and if it calls somebody it is back within 5 seconds.
 */
export type ReadinessCheck = (scene: ReadinessScene) => Promise<ReadinessItem[]>;

type Subject = Pick<ReadinessItem, 'id' | 'title'>;

export function ok(subject: Subject, detail: string): ReadinessItem {
  return { ...subject, status: 'ok', detail, action: null };
}

export function warning(subject: Subject, detail: string, action: string): ReadinessItem {
  return { ...subject, status: 'warning', detail, action };
}

export function blocking(subject: Subject, detail: string, action: string): ReadinessItem {
  return { ...subject, status: 'blocking', detail, action };
}

/** The rows of a statement over one project, which is its first parameter. */
export async function rowsOf<Row extends object>(
  { database, projectId }: { database: Database; projectId: string },
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  const { rows } = await database.query<Row & Record<string, unknown>>(text, [projectId, ...values]);
  return rows;
}

/** A count with its noun: `1 request`, `2 requests`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
