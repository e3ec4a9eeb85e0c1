import { CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Row } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import { FailedDialogs, FailedJobs, FailedRuns } from './failed-items.tsx';
import type { Failures } from './failures.ts';

type Group = { group: Failures };

interface FailureRowProps extends Group {
  title: string;
  /** The page that lists them, and what it is to show. */
  page: string;
  search: Record<string, string>;
  children?: ReactNode;
}

/** What failed in one place for one reason: how often, why, when last, and the way to each. */
function FailureRow({ group, title, page, search, children }: FailureRowProps) {
  const { kind, place, last_at: last } = group;
  const where = kind === 'dialog' && place && t('overview.at_step', { step: place });
  return (
    <Row
      icon={<CircleX size={16} />}
      title={title}
      about={[where, reasonOf(group), showAgo(last)].filter(Boolean).join(' · ')}
      end={
        <>
          <ToPage to={page} search={search} look="plain">
            {t('overview.all_of_them')}
          </ToPage>
          {children}
        </>
      }
    />
  );
}

/** A window with each of them. */
function Look({ title, next, children }: { title: string; next: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('overview.look')}</Button>
      <Dialog title={title} isOpen={isOpen} isWide onClose={() => setOpen(false)}>
        <p>{next}</p>
        {children}
        <DialogButtons>
          <Button onPress={() => setOpen(false)}>{t('shell.close')}</Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}

function MessageFailures({ group }: Group) {
  const { channel, count, profile_id: customer } = group;
  return (
    <FailureRow
      group={group}
      title={t('overview.messages_failed', { name: channel ?? '', count })}
      page="audit"
      search={{ action: 'message.failed' }}
    >
      {customer && (
        <ToPage to={`inbox/${customer}`} look="plain">
          {t('overview.newest')}
        </ToPage>
      )}
    </FailureRow>
  );
}

function DialogFailures({ group }: Group) {
  const { count, place } = group;
  const title = t('overview.dialogs_failed', { count });
  return (
    <FailureRow
      group={group}
      title={title}
      page="dialogs"
      search={{ state: 'failed', ...(place !== null && { step: place }) }}
    >
      <Look title={title} next={t('overview.dialogs_next')}>
        <FailedDialogs group={group} label={title} />
      </Look>
    </FailureRow>
  );
}

function RunFailures({ group }: Group) {
  const { count, place } = group;
  const name = place ?? '';
  const title = t('overview.runs_failed', { name, count });
  return (
    <FailureRow group={group} title={title} page="runs" search={{ status: 'failed', workflow: name }}>
      <Look title={title} next={t('overview.runs_next')}>
        <FailedRuns group={group} label={title} />
      </Look>
    </FailureRow>
  );
}

function JobFailures({ group }: Group) {
  const { count, place } = group;
  const name = place ?? '';
  const title = t('overview.jobs_failed', { name, count });
  return (
    <FailureRow group={group} title={title} page="jobs" search={{ status: 'failed', operation: name }}>
      <Look title={title} next={t('overview.jobs_next')}>
        <FailedJobs group={group} label={title} />
      </Look>
    </FailureRow>
  );
}

/** The row of a group, by the kind of what failed. */
export const failureRows = {
  message: MessageFailures,
  dialog: DialogFailures,
  run: RunFailures,
  job: JobFailures,
} as const satisfies Record<Failures['kind'], unknown>;
