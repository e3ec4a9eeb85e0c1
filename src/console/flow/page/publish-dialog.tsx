import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { renewAll } from '../../api/cache.ts';
import { queries } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogButtons } from '../../kit/dialog.tsx';
import { Loading } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { ProblemNotice } from '../../shell/problem-notice.tsx';
import { t } from '../../text/text.ts';
import { type DraftPlace, type Finding, publishDraft } from '../save/calls.ts';
import css from './editor.module.css';
import type { Editor } from './editor.ts';
import { FindingList } from './finding-list.tsx';
import { keyOfFinding } from './findings.ts';
import { useEditorState } from './use-editor.ts';
import { differs, useLive } from './use-live.ts';

const Changes = lazy(async () => ({ default: (await import('../../versions/index.ts')).Changes }));

interface PublishDialogProps {
  editor: Editor;
  onStep(key: string): void;
  onClose(): void;
}

/** Asks before a version is published, and says what hinders it. */
export function PublishDialog({ editor, onStep, onClose }: PublishDialogProps) {
  const { place } = editor;
  const { findings, draft } = useEditorState(editor);
  const live = useLive(editor);
  const { version: inForce, difference } = live;
  const running = useRunning(place);
  // What is compared is the draft on the server.
  useEffect(() => void editor.flush(), [editor]);
  const publish = useMutation({
    mutationFn: async () => {
      // What is published is the draft on the server.
      if (!(await editor.flush()))
        throw new ApiProblem(0, { code: 'offline', detail: t('flow.not_saved_yet') });
      return publishDraft(place);
    },
    onSuccess: (version) => {
      renewAll();
      say(t('flow.published', { version }));
      onClose();
    },
  });
  const blocking = findings.filter(({ severity }) => severity === 'blocking');
  const shown: readonly Finding[] = refusedFindings(publish.error) ?? findings;
  const next = (inForce ?? 0) + 1;
  const isBlocked = blocking.length > 0;
  return (
    <Dialog
      title={isBlocked ? t('flow.not_publishable') : t('flow.publish_title', { version: next })}
      isOpen
      onClose={onClose}
      isQuestion
      isWide={shown.length > 0 || difference !== undefined}
    >
      {inForce === undefined ? (
        <Loading label={t('shell.loading')} rows={1} />
      ) : (
        <p>
          {isBlocked
            ? t('flow.blocked_text', { count: blocking.length })
            : inForce
              ? running === undefined
                ? t(`flow.publish_text_${place.kind}`, { before: inForce })
                : t('flow.publish_text_running', { before: inForce, count: running })
              : t(`flow.publish_first_${place.kind}`)}
        </p>
      )}
      <div className={css.dialogFindings}>
        <FindingList
          findings={shown}
          onStep={(finding) => {
            const key = keyOfFinding(finding, draft.definition);
            if (key !== undefined) onStep(key);
          }}
        />
      </div>
      {!isBlocked && difference && (
        <section className={css.dialogChanges}>
          <h3>{t(differs(live) ? 'flow.changes' : 'flow.no_changes')}</h3>
          {differs(live) && (
            <Suspense fallback={<Loading label={t('shell.loading')} rows={2} />}>
              <Changes difference={difference} />
            </Suspense>
          )}
        </section>
      )}
      <ProblemNotice error={live.error ?? (refusedFindings(publish.error) ? undefined : publish.error)} />
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {t(isBlocked ? 'flow.close' : 'shell.cancel')}
        </Button>
        {!isBlocked && (
          <Button
            look="main"
            isDisabled={inForce === undefined}
            isPending={publish.isPending}
            onPress={() => publish.mutate()}
          >
            {t('flow.publish')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** The findings for which the server refused to publish. */
function refusedFindings(error: unknown): readonly Finding[] | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'not_publishable') return undefined;
  const { findings } = error.body as { findings?: Finding[] };
  return findings;
}

/** How many dialogs are under way and stay on their versions; undefined until it is known, if there are too many to count, and of workflows. */
function useRunning({ projectId, kind }: DraftPlace): number | undefined {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/scenario/versions/dialogs',
    { params: { path: { project_id: projectId } } },
    { enabled: kind === 'scenario', staleTime: 0 },
  );
  return data?.is_complete ? data.items.reduce((sum, { dialogs }) => sum + dialogs, 0) : undefined;
}
