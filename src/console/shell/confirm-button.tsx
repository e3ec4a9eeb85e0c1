import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { t } from '../text/text.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface ConfirmButtonProps {
  /** On the button that asks. */
  children: ReactNode;
  look?: ButtonProps['look'];
  title: string;
  /** What follows from it. */
  text: string;
  /** On the button that does it. */
  verb: string;
  /** @throws ApiProblem if the server refuses; the question stays open and says so */
  act(): Promise<unknown>;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ children, look = 'plain', title, text, verb, act }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const answer = async (isYes: boolean) => {
    setError(undefined);
    if (!isYes) return setOpen(false);
    setPending(true);
    try {
      await act();
      setOpen(false);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)}>
        {children}
      </Button>
      <Question
        {...{ title, text, verb, isOpen, isPending }}
        cancel={t('shell.cancel')}
        fault={<ProblemNotice error={error} />}
        onAnswer={(isYes) => void answer(isYes)}
      />
    </>
  );
}
