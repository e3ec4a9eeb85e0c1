import { queries } from './client.ts';
import { useProjectId } from './project.ts';

/** Files are downloaded from this server, whatever name its addresses have elsewhere. */
const belowHere = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The address of a file; it is good for an hour. */
export function useFileUrl(fileId: string | undefined): string | undefined {
  const path = { project_id: useProjectId(), file_id: fileId ?? '' };
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/files/{file_id}',
    { params: { path } },
    { enabled: fileId !== undefined, staleTime: 30 * 60_000 },
  );
  return data?.url ? belowHere(data.url) : undefined;
}
