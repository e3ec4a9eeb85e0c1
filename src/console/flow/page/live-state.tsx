import { ToPage } from '../../shell/to-page.tsx';
import { t } from '../../text/text.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { differs, useLive } from './use-live.ts';

/** Which version is in force, and whether the draft is another one. */
export function LiveState({ editor }: { editor: Editor }) {
  const live = useLive(editor);
  const { version, difference } = live;
  if (version === undefined) return null;
  const { kind, slug } = editor.place;
  const words =
    version === null
      ? t('flow.not_published')
      : !difference
        ? t('flow.live', { version })
        : t(differs(live) ? 'flow.live_differs' : 'flow.live_same', { version });
  return (
    <span className={css.live} data-differs={differs(live) || undefined}>
      {version === null ? (
        words
      ) : (
        <ToPage to="versions" search={kind === 'workflow' ? { of: slug } : {}}>
          {words}
        </ToPage>
      )}
    </span>
  );
}
