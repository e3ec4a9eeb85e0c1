import { useState } from 'react';
import { api, queries } from '../api/client.ts';
import { below } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { t } from '../text/text.ts';
import css from './composer.module.css';

type Reply = Shape<'PreparedReply'>;

/** Prepared replies that fit what was typed after a `/` at the beginning. */
export function useCanned(projectId: string, profileId: string, typed: string) {
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const words = /^\/([\p{L}\p{N}_-]*)$/u.exec(typed)?.[1]?.toLowerCase();
  const { data } = queries.useQuery('get', '/api/owner/projects/{project_id}/replies', below(projectId), {
    enabled: words !== undefined,
  });
  const isOpen = words !== undefined && closedFor !== typed && data !== undefined;
  const fitting = isOpen
    ? data.items.filter(
        ({ shortcut, title }) => shortcut.includes(words) || title.toLowerCase().includes(words),
      )
    : [];
  const place = Math.min(at, Math.max(0, fitting.length - 1));
  const render = async ({ shortcut }: Reply) => {
    const path = { project_id: projectId, profile_id: profileId, shortcut };
    const { data: rendered } = await api.GET(
      '/api/owner/projects/{project_id}/conversations/{profile_id}/replies/{shortcut}',
      { params: { path } },
    );
    return rendered!.text;
  };
  return {
    isOpen,
    fitting,
    place,
    move: (by: number) => setAt((place + by + fitting.length) % Math.max(1, fitting.length)),
    close: () => setClosedFor(typed),
    render,
  };
}

export const cannedId = (n: number) => `canned-${n}`;

interface CannedListProps {
  isOpen: boolean;
  fitting: readonly Reply[];
  place: number;
  onChoose(reply: Reply): void;
}

/** The list above the field; the focus stays in the field. */
export function CannedList({ isOpen, fitting, place, onChoose }: CannedListProps) {
  if (!isOpen) return null;
  if (fitting.length === 0) return <p className={css.canned}>{t('inbox.no_canned')}</p>;
  return (
    <div className={css.canned} id="canned" role="listbox" aria-label={t('inbox.canned')}>
      {fitting.slice(0, 8).map((reply, n) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field names it by aria-activedescendant
        <div
          key={reply.shortcut}
          id={cannedId(n)}
          role="option"
          aria-selected={n === place}
          className={css.reply}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
        >
          <strong>{reply.title}</strong>
          <kbd>/{reply.shortcut}</kbd>
          <span>{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
