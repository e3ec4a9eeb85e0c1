import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { sayFinding } from '../api/finding.ts';
import { readJsonAt } from '../api/json.ts';
import { newKey } from '../api/new-key.ts';
import { pinsOfDraft, readPins } from '../api/pins.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Field } from '../kit/field.tsx';
import { JsonField, showJson } from '../kit/json-field.tsx';
import { More } from '../kit/more.tsx';
import { Select } from '../kit/select.tsx';
import { Loading, Notice } from '../kit/states.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { emptyInput } from './input-keys.ts';
import { runsPath, showVersion, useWorkflows } from './run.ts';

type Workflow = Shape<'Workflow'>;
type Which = 'published' | 'draft';

interface StartDialogProps {
  /** The workflow that is chosen at first. */
  workflow?: string | undefined;
  /** What of it is chosen at first, if there is a choice; by default the published version. */
  which?: Which;
  onClose(): void;
}

/** Starts a workflow by hand: the published version in its environment, or the draft in the sandbox. */
export function StartDialog({ workflow, which, onClose }: StartDialogProps) {
  const { data, error, refetch } = useWorkflows();
  if (data && data.items.length > 0)
    return <StartForm workflows={data.items} first={workflow} firstWhich={which} onClose={onClose} />;
  return (
    <Dialog title={t('runs.start_title')} isOpen onClose={onClose}>
      {error ? (
        <ProblemNotice error={error} again={() => void refetch()} />
      ) : (
        <Loading label={t('shell.loading')} />
      )}
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {t('shell.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** @returns the address of the new run, whose environment may be another one than that of the page */
function useGoToRun(projectId: string) {
  const navigate = useNavigate();
  return (run: string, isSandbox: boolean) =>
    void navigate({
      to: `/p/${projectId}/runs/${run}` as never,
      search: (isSandbox ? { env: 'sandbox' } : {}) as never,
    });
}

interface StartFormProps {
  workflows: readonly Workflow[];
  first: string | undefined;
  firstWhich: Which | undefined;
  onClose(): void;
}

function StartForm({ workflows, first, firstWhich, onClose }: StartFormProps) {
  const project_id = useProjectId();
  const go = useGoToRun(project_id);
  const begun = workflows.find(({ id }) => id === first) ?? workflows[0]!;
  const [slug, setSlug] = useState(begun.id);
  const [which, setWhich] = useState(firstWhich);
  // One key for what is tried again after a lost connection.
  const [key] = useState(newKey);
  const workflow = workflows.find(({ id }) => id === slug) ?? begun;
  const { published_version: published } = workflow;
  const chosen: Which = published === null ? 'draft' : (which ?? 'published');
  const isSandbox = chosen === 'draft' || workflow.environment === 'sandbox';
  const form = useForm(
    { input: showJson(emptyInput(workflow.definition)), identity_id: '', event: '', step: '' },
    async ({ input, identity_id: customer, event, step }) => {
      const params = { path: { project_id, slug }, header: { 'idempotency-key': key } };
      const body = {
        input: (readJsonAt('input', input) ?? {}) as Record<string, unknown>,
        ...(customer.trim() && { identity_id: customer.trim() }),
      };
      const { data } =
        chosen === 'published'
          ? await api.POST('/api/owner/projects/{project_id}/workflows/{slug}/runs', { params, body })
          : await api.POST('/api/owner/projects/{project_id}/workflows/{slug}/draft/runs', {
              params,
              body: {
                ...body,
                // What stands in for steps is kept beside the draft.
                pinned: await readPins(project_id, slug),
                ...(event.trim() && { event: readJsonAt('event', event) as Record<string, unknown> }),
                ...(step.trim() && { step: step.trim() }),
              },
            });
      void renew(runsPath);
      onClose();
      if (data) go(data.run_id, isSandbox);
    },
  );
  return (
    <FormDialog title={t('runs.start_title')} verb={t('runs.start')} form={form} onClose={onClose}>
      <Select
        label={t('runs.workflow')}
        value={slug}
        options={workflows.map(({ id, name }) => [id, name || id] as const)}
        onChange={(id) => {
          setSlug(id);
          setWhich(undefined);
        }}
      />
      <Select<Which>
        label={t('runs.version')}
        value={chosen}
        options={[
          ...(published === null
            ? []
            : [['published', t('runs.published_n', { version: showVersion(published) })] as const]),
          ['draft', t('runs.the_draft')],
        ]}
        onChange={setWhich}
        help={t(chosen === 'draft' ? 'runs.draft_help' : isSandbox ? 'runs.sandbox_help' : 'runs.live_help')}
      />
      <JsonField label={t('runs.input')} help={t('runs.input_help')} {...form.bind('input')} />
      <Field label={t('runs.account_optional')} help={t('runs.account_help')} {...form.bind('identity_id')} />
      {chosen === 'draft' && <Pinned slug={slug} />}
      {chosen === 'draft' && (
        <More title={t('runs.more_of_draft')}>
          <JsonField label={t('runs.event')} help={t('runs.event_help')} rows={3} {...form.bind('event')} />
          <Field label={t('runs.first_step')} help={t('runs.first_step_help')} {...form.bind('step')} />
        </More>
      )}
      <Findings error={form.error} />
    </FormDialog>
  );
}

/** Says which steps are not carried out. */
function Pinned({ slug }: { slug: string }) {
  const path = { project_id: useProjectId(), slug };
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/workflows/{slug}/editor',
    { params: { path } },
    { staleTime: 0 },
  );
  const steps = Object.keys(pinsOfDraft(data));
  return steps.length > 0 && <Notice look="plain">{t('runs.pinned', { steps: steps.join(', ') })}</Notice>;
}

/** What keeps a draft from running. */
function Findings({ error }: { error: unknown }) {
  if (!hasCode(error, 'not_publishable')) return null;
  const findings = (error.body.findings ?? []) as Shape<'Finding'>[];
  return (
    <Notice look="warn" title={t('runs.findings')}>
      <ul>
        {findings.slice(0, 5).map((finding) => (
          <li key={finding.path.join('.') + finding.message}>
            {[finding.step, sayFinding(finding)].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
