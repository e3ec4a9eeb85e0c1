import { api, send } from '../api/client.ts';
import { below, type Environment } from '../api/project.ts';
import type { ExampleFile } from './example-files.ts';
import type { ExampleName } from './example-names.ts';

/** What the later ones need comes first. */
const order = ['calendar', 'tables', 'rows', 'connections', 'operations', 'workflows', 'scenario'];

/** What became of an example. */
export interface Published {
  version: number;
  /** Workflows that stay in the sandbox, because they call another system that is not connected yet. */
  inSandbox: string[];
}

/**
 * Publishes an example in a project.
 * @throws ApiProblem
 */
export async function publishExample(
  projectId: string,
  example: ExampleName,
  environment: Environment,
): Promise<Published> {
  const inSandbox = await writeExample(projectId, example, environment);
  const { data } = await api.POST('/api/owner/projects/{project_id}/scenario/publish', below(projectId));
  return { version: data!.version, inSandbox };
}

/**
 * Writes an example into a project, its scenario as the draft. What the project has already stays as it is: its calendar, and tables,
 * connections, operations and workflows with the names of the example. Only the draft of the scenario is replaced.
 * @returns the names of workflows that stay in the sandbox
 * @throws ApiProblem
 */
export async function writeExample(
  projectId: string,
  example: ExampleName,
  environment: Environment,
): Promise<string[]> {
  const { filesOf } = await import('./example-files.ts');
  const files = filesOf(example).sort(
    (one, other) => order.indexOf(one.folder) - order.indexOf(other.folder),
  );
  const isThere = await whatIsThere(projectId);
  const callsOthers = files.some(({ folder }) => folder === 'connections');
  const place = callsOthers ? 'sandbox' : environment;
  const inSandbox: string[] = [];
  for (const file of files) {
    if (isThere.has(file.path)) continue;
    if (file.folder === 'rows') await addRows(projectId, file, environment);
    else if (file.folder !== 'workflows') await write(projectId, 'PUT', file.path, file.body);
    else {
      await write(projectId, 'PUT', file.path, { ...file.body, environment: place });
      if (place !== environment) inSandbox.push(String(file.body.name));
    }
  }
  // Workflows may name each other, so all of them are there before the first is published.
  for (const { folder, path } of files) {
    if (folder === 'workflows' && !isThere.has(path)) await write(projectId, 'POST', `${path}/publish`, {});
  }
  return inSandbox;
}

/** The paths of what the project has, as the files of examples are named. */
async function whatIsThere(projectId: string): Promise<Set<string>> {
  const base = '/api/owner/projects/{project_id}';
  const [calendar, tables, connections, operations, workflows] = await Promise.all([
    api.GET(`${base}/calendar`, below(projectId)),
    api.GET(`${base}/tables`, below(projectId)),
    api.GET(`${base}/connections`, below(projectId)),
    api.GET(`${base}/operations`, below(projectId)),
    api.GET(`${base}/workflows`, below(projectId)),
  ]);
  return new Set([
    ...(calendar.data?.week ? ['calendar'] : []),
    ...(tables.data?.items ?? []).map(({ table_id: slug }) => `tables/${slug}`),
    ...(connections.data?.items ?? []).map(({ slug }) => `connections/${slug}`),
    ...(operations.data?.items ?? []).map(({ id }) => `operations/${id}`),
    ...(workflows.data?.items ?? []).map(({ id }) => `workflows/${id}`),
  ]);
}

/** Sends the body of a file to the address that is its path. */
async function write(projectId: string, method: 'PUT' | 'POST', path: string, body: unknown): Promise<void> {
  const url = new URL(`/api/owner/projects/${projectId}/${path}`, location.origin);
  const headers = { 'content-type': 'application/json' };
  await send(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

/** Adds rows, unless the table has some. */
async function addRows(
  projectId: string,
  { name, body }: ExampleFile,
  environment: Environment,
): Promise<void> {
  const path = { project_id: projectId, slug: name };
  const { data } = await api.GET('/api/owner/projects/{project_id}/tables/{slug}/rows', {
    params: { path, query: { environment } },
  });
  if (data && data.total > 0) return;
  await api.POST('/api/owner/projects/{project_id}/tables/{slug}/rows.csv', {
    params: { path, query: { environment } },
    body: toCsv(body as unknown as Record<string, unknown>[]),
    bodySerializer: (text: string) => text,
    headers: { 'content-type': 'text/csv' },
  });
}

/** Rows as a CSV by RFC 4180, with the names of all their columns. */
export function toCsv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown) => (value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`);
  return [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column])))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}
