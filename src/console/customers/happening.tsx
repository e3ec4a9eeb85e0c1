import {
  Bot,
  CircleUser,
  Combine,
  CreditCard,
  MessageSquare,
  Play,
  Plug,
  Split,
  StickyNote,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Shape } from '../api/shapes.ts';
import { showMoney } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';

export type Happened = Shape<'CustomerHappening'>;

/** How something that happened is drawn: by whom or what, what was said, and what went wrong. */
export interface Shown {
  icon: ReactNode;
  look?: 'customer' | 'good' | 'bad';
  who: string;
  text?: string | undefined;
  fault?: string | undefined;
}

const small = 14;

/** Puts something that happened into words. */
export function show(happened: Happened): Shown {
  switch (happened.type) {
    case 'message':
      return showMessage(happened.message);
    case 'event':
      return {
        icon: <Zap size={small} />,
        who: t('customers.event', { id: happened.event.event_id }),
        text: happened.event.text || undefined,
      };
    case 'payment':
      return showPayment(happened.payment);
    case 'run': {
      const { workflow, status, error } = happened.run;
      return {
        icon: <Play size={small} />,
        ...(status === 'failed' && { look: 'bad' as const }),
        who: t('customers.run', { workflow, status: t(`customers.run_${status}`) }),
        fault: error ? reasonOf(error) : undefined,
      };
    }
    case 'job': {
      const { operation_id: operation, status, error } = happened.job;
      return {
        icon: <Plug size={small} />,
        ...(status === 'failed' && { look: 'bad' as const }),
        who: t('customers.job', { operation, status: t(`customers.job_${status}`) }),
        fault: error ? reasonOf(error) : undefined,
      };
    }
    case 'dialog': {
      const { state, step, error, held, channel } = happened.dialog;
      return {
        icon: <Bot size={small} />,
        ...(state === 'failed' && { look: 'bad' as const }),
        who: held
          ? t('customers.dialog_held', { channel: channel.name, by: held.by ?? t('customers.nobody_yet') })
          : t('customers.dialog', { channel: channel.name, step: step ?? '—' }),
        fault: error ? reasonOf(error) : undefined,
      };
    }
    case 'link':
      return showLink(happened.link);
    case 'note':
      return {
        icon: <StickyNote size={small} />,
        who: t('customers.by_note', { email: happened.note.author.email }),
        text: happened.note.text,
      };
  }
}

function showMessage({
  author,
  by,
  channel,
  text,
  error,
  deleted_at,
  attachments,
  content,
}: Shape<'ConversationMessage'>): Shown {
  const who = {
    customer: t('customers.by_customer'),
    scenario: t('customers.by_bot'),
    operator: by && 'email' in by ? by.email : t('customers.by_operator'),
    client: t('customers.by_client'),
  }[author];
  const files = attachments.length + (content?.attachments?.length ?? 0);
  const words = [
    deleted_at ? t('customers.deleted') : text,
    files > 0 && t('customers.files', { count: files }),
  ];
  return {
    icon:
      author === 'customer' ? (
        <CircleUser size={small} />
      ) : author === 'scenario' ? (
        <Bot size={small} />
      ) : (
        <MessageSquare size={small} />
      ),
    ...(error ? { look: 'bad' as const } : author === 'customer' && { look: 'customer' as const }),
    who: `${who} · ${channel.name}`,
    text: words.filter(Boolean).join('\n'),
    fault: error ? reasonOf(error) : undefined,
  };
}

function showPayment({ status, amount, description, refund, test }: Shape<'Payment'>): Shown {
  const state = refund?.status === 'succeeded' ? 'refunded' : status;
  return {
    icon: <CreditCard size={small} />,
    ...(state === 'succeeded' && { look: 'good' as const }),
    who: [
      showMoney(amount.value, amount.currency),
      t(`customers.payment_${state}`),
      test && t('customers.payment_test'),
    ]
      .filter(Boolean)
      .join(' · '),
    text: description,
  };
}

function showLink({ kind, created_by, undone_at, other_profile_ids }: Shape<'ProfileLink'>): Shown {
  const by = created_by.name ?? t('customers.by_customer');
  return {
    icon: kind === 'merge' ? <Combine size={small} /> : <Split size={small} />,
    who: t(kind === 'merge' ? 'customers.merged' : 'customers.unlinked', {
      by,
      count: other_profile_ids.length,
    }),
    text: undone_at ? t('customers.undone') : undefined,
  };
}
