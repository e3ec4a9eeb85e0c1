import { askedName } from '../text/name.ts';
import { queries } from './client.ts';
import { useProjectId } from './project.ts';

interface Asking {
  /** Only one of the two. */
  type?: 'customers' | 'conversations';
  /** From how many letters on. */
  least?: number;
  /** Whether somebody may ask. */
  isOn?: boolean;
  /** What was found for other words stays until more is known. */
  keeps?: boolean;
}

/** Customers and conversations by words, as somebody types them. */
export function useSearch(words: string, { type, least = 1, isOn = true, keeps = false }: Asking = {}) {
  const q = askedName(words);
  return queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/search',
    { params: { path: { project_id: useProjectId() }, query: { q, ...(type && { type }) } } },
    { enabled: isOn && q.trim().length >= least, ...(keeps && { placeholderData: (before) => before }) },
  );
}
