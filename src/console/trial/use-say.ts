import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { talkPath } from './conversation.ts';

export interface Say {
  /** @returns whether it was taken */
  words(text: string, attachments?: Shape<'TestWords'>['attachments']): Promise<boolean>;
  /** Presses a button of a message, by its place. */
  press(messageId: string, index: number, words: string): Promise<boolean>;
  isPending: boolean;
  error: unknown;
}

/** Says something to the draft as its customer. */
export function useSay(identity_id: string): Say {
  const project_id = useProjectId();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (body: Shape<'TestWords'>) => {
    setPending(true);
    setError(undefined);
    try {
      await api.POST(`${talkPath}/messages`, { params: { path: { project_id, identity_id } }, body });
      await renew(talkPath);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    } finally {
      setPending(false);
    }
  };
  return {
    ...{ isPending, error },
    words: (text, attachments = []) =>
      send({ ...(text !== '' && { text }), ...(attachments.length > 0 && { attachments }) }),
    press: (message_id, index) => send({ button: { message_id, index } }),
  };
}
