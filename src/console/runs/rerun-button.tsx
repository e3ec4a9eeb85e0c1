import { RotateCcw } from 'lucide-react';
import { hasCode } from '../api/problem.ts';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { type Rerun, useRerun } from './rerun.ts';
import type { Run } from './run.ts';

interface RerunButtonProps {
  run: Run;
  /** Where the new run begins. */
  wish: Rerun;
  /** The step that `wish` means: it is named after a question, if what it does may have happened already. */
  step: string;
  look?: ButtonProps['look'];
}

/** Begins a run again at a step. What may have happened already is repeated only after a question. */
export function RerunButton({ run, wish, step, look = 'plain' }: RerunButtonProps) {
  const { attempt, error, isPending, forget } = useRerun(run);
  const isDoubtful = hasCode(error, 'outcome_unknown');
  return (
    <>
      <Button look={look} isPending={isPending} onPress={() => void attempt(wish)}>
        <RotateCcw size={16} aria-hidden="true" />
        {t('runs.again_at', { step })}
      </Button>
      <Question
        title={t('runs.doubtful_title')}
        text={t('runs.doubtful_text', { step })}
        verb={t('runs.do_again')}
        cancel={t('shell.cancel')}
        isOpen={isDoubtful}
        isPending={isPending}
        onAnswer={(isYes) => (isYes ? void attempt({ step }) : forget())}
      />
      {!isDoubtful && <ProblemNotice error={error} />}
    </>
  );
}
