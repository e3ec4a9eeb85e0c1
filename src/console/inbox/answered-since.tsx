import { useState } from 'react';
import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import type { Message } from './thread.ts';

const speakerOf = ({ author, by }: Message) =>
  author === 'operator' && by && 'email' in by ? by.email : undefined;

/**
 * The last answer of a colleague since a reply was begun, so that two people do not answer one question: the first press of Send only says so.
 * @param messages from the oldest on @param me the person's own e-mail address @param after the last message when the reply was begun
 */
export function useAnsweredSince(
  messages: readonly Message[] | undefined,
  me: string,
  after: string | undefined,
) {
  const [told, setTold] = useState<string>();
  const begun = messages?.findIndex(({ id }) => id === after) ?? -1;
  const later = begun < 0 ? [] : messages!.slice(begun + 1);
  const answer = later.findLast((message) => ![undefined, me].includes(speakerOf(message)));
  const isTold = answer !== undefined && answer.id === told;
  return { answer, isTold, mustTell: answer !== undefined && !isTold, tell: () => setTold(answer?.id) };
}

/** Says that a colleague was quicker. */
export function AnsweredSince({ answer }: { answer: Message }) {
  const name = speakerOf(answer) ?? '';
  return (
    <div role="alert">
      <Notice look="warn" title={t('inbox.answered_since', { name })}>
        {t('inbox.answered_since_text')}
      </Notice>
    </div>
  );
}
