import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { paths, type Subject } from './subject.tsx';

/** Reads anew what a publication or another draft changes. */
const renewVersions = () => renew(...Object.values(paths));

/** The revision of the draft as it is now, so that nobody's work is replaced unseen. */
async function revisionOf(project_id: string, subject: Subject): Promise<string> {
  const { data } =
    subject === undefined
      ? await api.GET(paths.scenarioEditor, { params: { path: { project_id } } })
      : await api.GET(paths.workflowEditor, { params: { path: { project_id, slug: subject } } });
  return `"${data?.revision ?? 0}"`;
}

/** Makes an earlier version the draft; nothing is published. @throws ApiProblem */
export async function makeDraft(project_id: string, subject: Subject, version: number): Promise<void> {
  const header = { 'if-match': await revisionOf(project_id, subject) };
  const path = { project_id, version: String(version) };
  if (subject === undefined)
    await api.POST(`${paths.scenarioVersions}/{version}/draft`, { params: { path, header } });
  else
    await api.POST(`${paths.workflowVersions}/{version}/draft`, {
      params: { path: { ...path, slug: subject }, header },
    });
  await renewVersions();
}

/** Publishes the draft. @returns the number of the version @throws ApiProblem */
export async function publishDraft(project_id: string, subject: Subject): Promise<number | undefined> {
  const { data } =
    subject === undefined
      ? await api.POST(`${paths.scenario}/publish`, { params: { path: { project_id } } })
      : await api.POST('/api/owner/projects/{project_id}/workflows/{slug}/publish', {
          params: { path: { project_id, slug: subject } },
        });
  await renewVersions();
  return data?.version;
}
