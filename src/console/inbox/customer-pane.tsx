import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import { IconButton } from '../kit/button.tsx';
import { CustomerFacts, customerName, Rename, useCustomer } from '../profile/index.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t } from '../text/text.ts';
import css from './customer-pane.module.css';

interface CustomerPaneProps {
  profileId: string;
  /** Somebody has asked for it: on a phone it is the whole page. */
  isAsked: boolean;
  onBack(): void;
  /** @param survivorId whose conversation it is from now on */
  onMerged(survivorId: string): void;
}

/** The right pane: who it is, and what they paid. */
export function CustomerPane({ profileId, isAsked, onBack, onMerged }: CustomerPaneProps) {
  const projectId = useProjectId();
  const { data } = useCustomer(profileId);
  const Title = isAsked ? 'h1' : 'h2';
  return (
    <aside className={css.pane} aria-label={t('inbox.customer')}>
      <header className={css.head}>
        <span className={css.back}>
          <IconButton label={t('inbox.to_thread')} onPress={onBack}>
            <ArrowLeft size={20} />
          </IconButton>
        </span>
        <Title>{data ? customerName(data) : t('inbox.customer')}</Title>
        {data && <Rename customer={data} />}
        <Link to={`/p/${projectId}/customers/${profileId}` as never} search={keepEnvironment as never}>
          {t('inbox.whole_customer')}
        </Link>
      </header>
      <CustomerFacts key={profileId} profileId={profileId} onMerged={onMerged} />
    </aside>
  );
}
