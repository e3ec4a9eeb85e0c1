import { useCallback, useRef } from 'react';
import { api } from '../api/client.ts';

/** Less than for how long it is shown, so that it stays while somebody goes on. */
const everyMs = 4000;

/** Tells the customer and colleagues that somebody types. It may get lost. */
export function useSayTyping(projectId: string, identityId: string): () => void {
  const last = useRef(0);
  return useCallback(() => {
    if (Date.now() - last.current < everyMs) return;
    last.current = Date.now();
    const path = { project_id: projectId, identity_id: identityId };
    void api
      .POST('/api/owner/projects/{project_id}/dialogs/{identity_id}/typing', { params: { path } })
      .catch(() => {});
  }, [projectId, identityId]);
}
