import { useState } from 'react';
import { readJsonAt } from '../api/json.ts';
import { hasCode } from '../api/problem.ts';
import { JsonField } from '../kit/json-field.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { type Rerun, useRerun } from './rerun.ts';
import { passable, restartable } from './restart.ts';
import { type Run, showVersion } from './run.ts';
import { useOpenOutcome } from './use-open-outcome.ts';

/** Where and how a run begins again, in the words of this form. */
export interface RerunWish {
  where: 'beginning' | 'step' | 'after';
  step: string;
  version: 'newest' | 'same';
  /** JSON: what the operation gave. */
  result: string;
}

/** The body of the request. @param isDoubtful whether it is known, and accepted, that something may have happened already @throws ApiProblem if the result is no JSON */
function bodyOf({ where, step, version, result }: RerunWish, isDoubtful: boolean): Rerun {
  if (where === 'beginning') return { ...(isDoubtful && { from: 'beginning' }), version };
  if (where === 'step') return { step, version };
  const given = readJsonAt('result', result);
  return { from: 'after', step, version, ...(given !== undefined && { result: given }) };
}

/** Carries out a run again: from the beginning, at a step, or behind an operation whose outcome somebody has settled. */
export function RerunDialog({ run, onClose }: { run: Run; onClose(): void }) {
  const { send } = useRerun(run);
  const places = restartable(run);
  const behind = passable(run);
  const isDraft = run.version < 0;
  const first: RerunWish = { where: 'beginning', step: '', version: isDraft ? 'same' : 'newest', result: '' };
  const [isDoubtful, setDoubtful] = useState(false);
  const form = useForm(first, async (wish) => {
    await send(bodyOf(wish, isDoubtful)).catch((problem) => {
      if (wish.where !== 'beginning' || !hasCode(problem, 'outcome_unknown')) throw problem;
      // Refused once: whoever presses again has read what it does.
      setDoubtful(true);
      throw new Error(t('runs.again_unknown'));
    });
    onClose();
  });
  const { where, step } = form.values;
  const openOutcome = useOpenOutcome(run, step);
  const steps = where === 'after' ? behind : places;
  return (
    <FormDialog
      title={t('runs.again_title')}
      verb={t(isDoubtful && where === 'beginning' ? 'runs.do_again' : 'runs.again')}
      form={form}
      onClose={onClose}
    >
      <Select<RerunWish['where']>
        label={t('runs.where')}
        value={where}
        options={[
          ['beginning', t('runs.where_beginning')],
          ...(places.length > 0 ? [['step', t('runs.where_step')] as const] : []),
          ...(behind.length > 0 ? [['after', t('runs.where_after')] as const] : []),
        ]}
        onChange={(next) =>
          form.set({
            where: next,
            step: (next === 'after' ? behind : places)[0] ?? '',
            version: next === 'beginning' && !isDraft ? 'newest' : 'same',
          })
        }
        help={t(`runs.help_${where}`)}
      />
      {where !== 'beginning' && (
        <Select
          label={t('runs.step')}
          {...form.bind('step')}
          options={steps.map((each) => [each, each] as const)}
        />
      )}
      {where === 'step' && openOutcome && <Notice look="warn">{openOutcome}</Notice>}
      <Select<RerunWish['version']>
        label={t('runs.version')}
        {...form.bind('version')}
        options={[
          ['newest', t('runs.newest')],
          ['same', t('runs.same_n', { version: showVersion(run.version) })],
        ]}
      />
      {where === 'after' && (
        <JsonField label={t('runs.result')} help={t('runs.result_help')} rows={4} {...form.bind('result')} />
      )}
    </FormDialog>
  );
}
