import { Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { AccessRights } from './access-rights.tsx';
import { useCustomer } from './customer.ts';
import { Identities } from './identities.tsx';
import { MergeSuggestions } from './merge-suggestions.tsx';
import { Orders } from './orders.tsx';
import css from './profile.module.css';
import { StateFields } from './state-fields.tsx';
import { Tags } from './tags.tsx';

/** What is known of a customer, beside something else: what needs somebody, who it is, and what they paid. */
export function CustomerFacts({
  profileId,
  onMerged,
}: {
  profileId: string;
  /** @param survivorId who the customer is from now on */
  onMerged?: (survivorId: string) => void;
}) {
  const { data: customer, error, refetch } = useCustomer(profileId);
  if (!customer)
    return error ? (
      <ProblemNotice error={error} again={() => void refetch()} />
    ) : (
      <Loading label={t('shell.loading')} rows={6} />
    );
  return (
    <div className={css.facts}>
      <MergeSuggestions profileId={profileId} {...(onMerged && { onMerged })} />
      <Identities customer={customer} />
      <StateFields customer={customer} />
      <Tags customer={customer} />
      <Orders customer={customer} />
      <AccessRights customer={customer} />
    </div>
  );
}
