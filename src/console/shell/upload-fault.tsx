import { hasCode } from '../api/problem.ts';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/states.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface UploadFaultProps {
  error: unknown;
  /** The file that was on its way. */
  file: File | undefined;
  /** If the connection broke off: that it did, what became of the file, and the button that sends it again. */
  broken: { title: string; text: string; verb: string };
  again(file: File): void;
}

/** Why a file did not arrive, or was refused as a whole, with the button that sends the same one again. */
export function UploadFault({ error, file, broken, again }: UploadFaultProps) {
  if (!error || !file) return <ProblemNotice error={error} />;
  if (!hasCode(error, 'offline')) return <ProblemNotice error={error} again={() => again(file)} />;
  return (
    <Notice look="bad" title={broken.title} acts={<Button onPress={() => again(file)}>{broken.verb}</Button>}>
      {broken.text}
    </Notice>
  );
}
