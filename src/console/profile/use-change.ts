import { useState } from 'react';
import { useProjectId } from '../api/project.ts';
import { changeCustomer } from './customer.ts';

/** Changes the customer, and keeps what went wrong for its place. */
export function useChange(profileId: string) {
  const projectId = useProjectId();
  const [error, setError] = useState<unknown>();
  const change = async (fields: Parameters<typeof changeCustomer>[2]): Promise<boolean> => {
    setError(undefined);
    try {
      await changeCustomer(projectId, profileId, fields);
      return true;
    } catch (fault) {
      setError(fault);
      return false;
    }
  };
  return { change, error };
}
