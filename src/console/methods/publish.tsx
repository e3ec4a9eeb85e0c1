import { useState } from 'react';
import { api } from '../api/client.ts';
import { type ApiProblem, hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { say } from '../kit/toast.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { Findings } from './findings.tsx';
import css from './methods.module.css';
import { type Finding, type Method, ofSlug, renewMethods, useCheck } from './methods.ts';

/** What the check says of the stored draft, and the button that publishes it. @param isDirty something is not stored yet */
export function Publish({ method, isDirty }: { method: Method; isDirty: boolean }) {
  const { id } = method;
  const projectId = useProjectId();
  const check = useCheck(id);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [breaking, setBreaking] = useState<Finding[]>();
  const publish = async (allow: boolean) => {
    setPending(true);
    setError(undefined);
    try {
      const { data } = await api.POST('/api/owner/projects/{project_id}/methods/{slug}/publish', {
        ...ofSlug(projectId, id),
        body: { allow_breaking: allow },
      });
      say(t('methods.published', { version: data!.version }));
      setBreaking(undefined);
    } catch (problem) {
      if (hasCode(problem, 'breaking_changes')) setBreaking(findingsOf(problem));
      else setError(problem);
    } finally {
      setPending(false);
      void renewMethods();
    }
  };
  return (
    <div className={css.parts}>
      <Loaded from={check} rows={1}>
        {({ publishable, findings }) => (
          <>
            <Findings findings={findings} />
            <div className={css.acts}>
              <Button
                look={isDirty ? 'plain' : 'main'}
                isDisabled={!publishable || isDirty}
                isPending={isPending}
                onPress={() => void publish(false)}
              >
                {t(method.published_version === null ? 'methods.publish' : 'methods.publish_next')}
              </Button>
              <span>
                {t(
                  isDirty
                    ? 'methods.save_first'
                    : publishable
                      ? 'methods.publish_text'
                      : 'methods.not_publishable',
                )}
              </span>
            </div>
          </>
        )}
      </Loaded>
      <ProblemNotice error={error} />
      <Question
        title={t('methods.breaking_title')}
        text={t('methods.breaking_text')}
        verb={t('methods.publish_anyway')}
        cancel={t('shell.cancel')}
        isOpen={breaking !== undefined}
        isPending={isPending}
        fault={breaking && <Findings findings={breaking} />}
        onAnswer={(isYes) => (isYes ? void publish(true) : setBreaking(undefined))}
      />
    </div>
  );
}

/** The breaking ones among what a refusal names. */
const findingsOf = (problem: ApiProblem): Finding[] =>
  ((problem.body.findings ?? []) as Finding[]).filter(({ severity }) => severity === 'breaking');
