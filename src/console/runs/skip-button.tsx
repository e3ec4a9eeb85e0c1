import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { hasCode } from '../api/problem.ts';
import { Button } from '../kit/button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDuration } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './runs.module.css';

const minute = 60;

/** How long a wait still lasts, to the minute. */
function lasting(until: string): string {
  const seconds = Math.max(0, (Date.parse(until) - Date.now()) / 1000);
  return showDuration(seconds > minute ? Math.ceil(seconds / minute) * minute : seconds);
}

interface SkipButtonProps {
  /** When the wait is over by itself. */
  until: string;
  /** @throws ApiProblem if the server refuses */
  skip(): Promise<unknown>;
  /** Called when what is shown is out of date. */
  renew(): Promise<unknown>;
}

/** Lets what waits in the sandbox go on at once. It means the wait that is shown, and no later one. */
export function SkipButton({ until, skip, renew }: SkipButtonProps) {
  // The wait stays on the page until the flow has gone on.
  const [skipped, setSkipped] = useState<string>();
  const [error, setError] = useState<unknown>();
  const press = async () => {
    setError(undefined);
    setSkipped(until);
    try {
      await skip();
    } catch (problem) {
      setSkipped(undefined);
      // Its time came meanwhile.
      if (!hasCode(problem, 'no_such_wait')) setError(problem);
    }
    await renew();
  };
  return (
    <div className={css.skip}>
      <Button isPending={skipped === until} onPress={() => void press()}>
        <FastForward size={16} aria-hidden="true" />
        {t('waits.skip', { span: lasting(until) })}
      </Button>
      <ProblemNotice error={error} />
    </div>
  );
}
