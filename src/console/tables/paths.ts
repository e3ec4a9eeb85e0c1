import type { Environment } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';

export const tablesPath = '/api/owner/projects/{project_id}/tables';
export const tablePath = '/api/owner/projects/{project_id}/tables/{slug}';
export const rowsPath = '/api/owner/projects/{project_id}/tables/{slug}/rows';
export const rowPath = '/api/owner/projects/{project_id}/tables/{slug}/rows/{row}';

/** After these, tables or rows are others. */
export const changes = /^table\./;

export type Table = Shape<'Table'>;

/** Which rows are meant. */
export interface Place {
  project_id: string;
  slug: string;
  environment: Environment;
}

/** The address of the CSV of a table, with its query. */
export const csvAddress = (
  { project_id, slug, environment }: Place,
  query: Readonly<Record<string, string>>,
): string =>
  `/api/owner/projects/${project_id}/tables/${encodeURIComponent(slug)}/rows.csv?${new URLSearchParams({ environment, ...query })}`;
