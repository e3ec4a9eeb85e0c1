import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { KeyChange } from './key-forms.tsx';

/** Where the keys of a sort are: those of the project, and those of the methods that it publishes. */
export type KeyList =
  | '/api/owner/projects/{project_id}/keys'
  | '/api/owner/projects/{project_id}/method-keys';

/** The requests about single keys of a sort, each of which reads the list anew afterwards. */
export function useKeyCalls(list: KeyList) {
  const project_id = useProjectId();
  const at = (key_id: string) => ({ params: { path: { project_id, key_id } } });
  return {
    async change(id: string, body: KeyChange) {
      await api.PATCH(`${list}/{key_id}`, { ...at(id), body });
      await renew(list);
    },
    /** @returns the new secret */
    async replace(id: string, overlap_hours: number): Promise<string> {
      const { data } = await api.POST(`${list}/{key_id}/rotate`, { ...at(id), body: { overlap_hours } });
      void renew(list);
      return data!.key;
    },
    async end(id: string) {
      await api.DELETE(`${list}/{key_id}`, at(id));
      await renew(list);
    },
  };
}
