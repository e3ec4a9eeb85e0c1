import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { Fields, Row, Rows } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t, word } from '../text/text.ts';
import { useCall } from './call.ts';

const list = '/api/owner/projects/{project_id}/unsettled';
const jobPath = '/api/owner/projects/{project_id}/jobs/{job_id}';
const readiness = '/api/owner/projects/{project_id}/readiness';
const outcomes = ['done', 'failed', 'retry'] as const;
type Outcome = (typeof outcomes)[number];

/** Three ways to settle an outcome that nobody knows; each button says one and what follows from it. */
export function Settle({ record, onClose }: { record: Shape<'Record'>; onClose(): void }) {
  const project_id = useProjectId();
  const call = useCall(record);
  const [note, setNote] = useState('');
  const settle = queries.useMutation('post', '/api/owner/projects/{project_id}/unsettled/{id}/settle', {
    onSuccess: (_record, { body }) => {
      renew(list, jobPath, readiness);
      say(t(body.outcome === 'retry' ? 'outcomes.done_again' : 'outcomes.settled'));
      onClose();
    },
  });
  const choose = (outcome: Outcome) =>
    settle.mutate({ params: { path: { project_id, id: record.id } }, body: { outcome, note } });
  const chosen = settle.isPending ? settle.variables.body.outcome : undefined;
  return (
    <Dialog title={t('outcomes.settle_title')} isOpen onClose={onClose}>
      <p>
        {[
          call?.name ?? word('kind', record.kind),
          call?.words,
          showMoment(record.finished_at ?? record.created_at),
          t('outcomes.attempts', { count: record.attempts }),
          record.id,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {record.error && <p>{reasonOf(record.error)}</p>}
      <HeardAnswer answer={record.answer} />
      <LeftOut from={record} />
      {record.kind === 'job' && <ToPage to={`jobs/${record.id}`}>{t('outcomes.to_job')}</ToPage>}
      <Fields>
        <Field label={t('outcomes.note')} value={note} onChange={setNote} help={t('outcomes.note_help')} />
        <Rows label={t('outcomes.outcome')}>
          {outcomes.map((outcome) => (
            <Row
              key={outcome}
              title={t(`outcomes.outcome_${outcome}`)}
              about={t(`outcomes.follows_${outcome}`)}
              end={
                <Button
                  isPending={chosen === outcome}
                  isDisabled={chosen !== undefined && chosen !== outcome}
                  aria-label={t(`outcomes.outcome_${outcome}`)}
                  onPress={() => choose(outcome)}
                >
                  {t(`outcomes.act_${outcome}`)}
                </Button>
              }
            />
          ))}
        </Rows>
        <ProblemNotice error={settle.error} />
      </Fields>
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
