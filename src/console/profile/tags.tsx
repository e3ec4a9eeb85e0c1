import { Tokens } from '../kit/tokens.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import type { Customer } from './customer.ts';
import { useChange } from './use-change.ts';

/** The tags of a customer, added and removed in place. */
export function Tags({ customer: { id, tags } }: { customer: Customer }) {
  const { change, error } = useChange(id);
  return (
    <>
      <Tokens label={t('profile.tags')} values={tags} onChange={(now) => void change({ tags: [...now] })} />
      <ProblemNotice error={error} />
    </>
  );
}
