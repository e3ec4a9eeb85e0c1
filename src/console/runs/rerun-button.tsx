import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { hasCode } from '../api/problem.ts';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { type Rerun, useRerun } from './rerun.ts';
import type { Run } from './run.ts';
import { useOpenOutcome } from './use-open-outcome.ts';

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
  const openOutcome = useOpenOutcome(run, step);
  const [isAsking, setAsking] = useState(false);
  const isDoubtful = hasCode(error, 'outcome_unknown');
  // Who names a step does it again at once; what is known to be in doubt is asked for first.
  const press = () =>
    wish.step !== undefined && openOutcome !== undefined ? setAsking(true) : void attempt(wish);
  const answer = (isYes: boolean) => {
    setAsking(false);
    if (isYes) void attempt({ step });
    else forget();
  };
  return (
    <>
      <Button look={look} isPending={isPending} onPress={press}>
        <RotateCcw size={16} aria-hidden="true" />
        {t('runs.again_at', { step })}
      </Button>
      <Question
        title={t('runs.doubtful_title')}
        text={[t('runs.doubtful_text', { step }), openOutcome].filter(Boolean).join(' ')}
        verb={t('runs.do_again')}
        cancel={t('shell.cancel')}
        isOpen={isDoubtful || isAsking}
        isPending={isPending}
        onAnswer={answer}
      />
      {!isDoubtful && <ProblemNotice error={error} />}
    </>
  );
}
