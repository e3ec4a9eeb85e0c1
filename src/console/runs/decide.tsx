import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { type Approval, approvalsPath } from './approvals.ts';
import { runPath } from './run.ts';

type Verdict = 'approve' | 'reject';

/** The two answers to what a flow asks. @param isMain whether the page is about this question */
export function Decide({ approval, isMain }: { approval: Approval; isMain?: boolean }) {
  const [verdict, setVerdict] = useState<Verdict>();
  return (
    <>
      <Button onPress={() => setVerdict('reject')}>{t('runs.reject')}</Button>
      <Button look={isMain ? 'main' : 'plain'} onPress={() => setVerdict('approve')}>
        {t('runs.approve')}
      </Button>
      {verdict && (
        <DecideDialog approval={approval} verdict={verdict} onClose={() => setVerdict(undefined)} />
      )}
    </>
  );
}

interface DecideDialogProps {
  approval: Approval;
  verdict: Verdict;
  onClose(): void;
}

/** A decision cannot be taken back, so it is looked at once more, with a comment for the flow and the record. */
function DecideDialog({ approval: { id, text, options }, verdict, onClose }: DecideDialogProps) {
  const project_id = useProjectId();
  const choice = verdict === 'approve' && options ? options : undefined;
  const form = useForm({ option: choice?.[0] ?? '', comment: '' }, async ({ option, comment }) => {
    const params = { path: { project_id, approval_id: id } };
    const said = comment.trim() ? { comment: comment.trim() } : {};
    if (verdict === 'approve')
      await api.POST(`${approvalsPath}/{approval_id}/approve`, {
        params,
        body: { ...said, ...(choice && { option }) },
      });
    else await api.POST(`${approvalsPath}/{approval_id}/reject`, { params, body: said });
    void renew(approvalsPath, runPath);
    say(t(verdict === 'approve' ? 'runs.approved' : 'runs.rejected'));
    onClose();
  });
  return (
    <FormDialog
      title={t(verdict === 'approve' ? 'runs.approve_title' : 'runs.reject_title')}
      verb={t(verdict === 'approve' ? 'runs.approve' : 'runs.reject')}
      form={form}
      onClose={onClose}
    >
      <p>{text}</p>
      {choice && (
        <Select
          label={t('runs.option')}
          {...form.bind('option')}
          options={choice.map((each) => [each, each] as const)}
        />
      )}
      <Field label={t('runs.comment')} help={t('runs.comment_help')} rows={2} {...form.bind('comment')} />
    </FormDialog>
  );
}
