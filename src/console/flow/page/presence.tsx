import { useCallback, useEffect, useRef, useState } from 'react';
import { type LiveEvent, useLive } from '../../api/stream.ts';
import hidden from '../../kit/spoken.module.css';
import { t } from '../../text/text.ts';
import { join, type OtherEditor } from '../save/calls.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';

const repeatMs = 10_000;

/** Who else works on the draft, and at which step. */
export function Presence({ editor, step }: { editor: Editor; step: string | undefined }) {
  const { place } = editor;
  const [others, setOthers] = useState<readonly OtherEditor[]>([]);
  const at = useRef(step);
  at.current = step;
  const tell = useCallback(
    // A courtesy: without an answer nothing is lost.
    () => join(place, at.current ?? null, true).then(setOthers, () => {}),
    [place],
  );
  useEffect(() => {
    const timer = setInterval(() => void tell(), repeatMs);
    return () => {
      clearInterval(timer);
      void join(place, null, false).catch(() => {});
    };
  }, [place, tell]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is told at once.
  useEffect(() => {
    const timer = setTimeout(() => void tell(), 300);
    return () => clearTimeout(timer);
  }, [tell, step]);
  const listen = useCallback(
    ({ name, data }: LiveEvent) => {
      if (name === 'draft_presence' && isOf(data.subject, place)) void tell();
    },
    [place, tell],
  );
  useLive(place.projectId, listen);
  if (others.length === 0) return null;
  return (
    <span className={css.others} role="status">
      {others.map(({ person_id: id, email, step: where }) => (
        <span
          key={id}
          className={css.other}
          title={where ? t('flow.other_at', { who: email, step: where }) : email}
        >
          {email[0]?.toUpperCase()}
          <span className={hidden.spoken}>
            {where ? t('flow.other_at', { who: email, step: where }) : email}
          </span>
        </span>
      ))}
    </span>
  );
}

const isOf = (subject: unknown, { kind, slug }: Editor['place']): boolean => {
  const { type, id } = (subject ?? {}) as { type?: string; id?: string };
  return type === kind && (kind === 'scenario' || id === slug);
};
