import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePerson } from '../api/session.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import { say } from '../kit/toast.tsx';
import { t } from '../text/text.ts';
import { keepEnvironment } from './page-link.tsx';

/** Tells the person, on whatever page they are, that a colleague gave them a conversation. */
export function useGiven(projectId: string): void {
  const me = usePerson().id;
  const navigate = useNavigate();
  const listen = useCallback(
    ({ name, data: entry }: LiveEvent) => {
      if (name !== 'conversation.assigned') return;
      const { actor, subject, data } = entry as {
        actor: { id: string | null; name: string | null };
        subject: { id: string };
        data: { how?: string; assignee_id?: string | null };
      };
      if (data.how !== 'assigned' || data.assignee_id !== me || actor.id === me) return;
      // The open conversation says it itself.
      if (location.pathname.endsWith(`/${subject.id}`)) return;
      say(t('shell.given', { name: actor.name ?? '' }), {
        name: t('shell.given_open'),
        act: () =>
          void navigate({
            to: `/p/${projectId}/inbox/${subject.id}`,
            search: keepEnvironment,
          } as never),
      });
    },
    [projectId, me, navigate],
  );
  useLive(projectId, listen);
}
