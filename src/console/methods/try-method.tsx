import { useState } from 'react';
import { api, queries } from '../api/client.ts';
import { faultAt } from '../api/problem.ts';
import { type Environment, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Code, showJson } from '../kit/code.tsx';
import { InputFields, type InputValues, initialOf, inputOf } from '../kit/input-form.tsx';
import { Section } from '../kit/page.tsx';
import { fieldsOfSchema } from '../kit/schema-fields.ts';
import { Badge, Notice } from '../kit/states.tsx';
import { ShownJob } from '../operations/index.ts';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { BareForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t, word } from '../text/text.ts';
import { ChosenVersion } from './contract.tsx';
import css from './methods.module.css';
import type { Version } from './methods.ts';

/** Calls a version as a client would, and shows what became of it. */
export const TryMethod = ({ slug }: { slug: string }) => (
  <ChosenVersion slug={slug} isCallable>
    {(version) => <Call key={version.version} slug={slug} version={version} />}
  </ChosenVersion>
);

/** The fields of a version as a schema. */
const schemaOf = ({ input }: Version) => ({
  required: input.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(input.map(({ name, required: _, ...field }) => [name, field])),
});

function Call({ slug, version }: { slug: string; version: Version }) {
  const project_id = useProjectId();
  const fields = fieldsOfSchema(schemaOf(version)) ?? [];
  const [started, setStarted] = useState<string>();
  /** What was sent stays for another call. */
  const [initial, setInitial] = useState<{ input: InputValues }>(() => ({ input: initialOf(fields) }));
  const call = async (values: { input: InputValues }, environment: Environment) => {
    const body = bodyOf(values.input);
    const { data } = await api.POST(
      '/api/owner/projects/{project_id}/methods/{slug}/versions/{version}/calls',
      {
        params: {
          path: { project_id, slug, version: String(version.version) },
          query: { environment },
          // Sent again, it starts no second call.
          header: { 'idempotency-key': crypto.randomUUID() },
        },
        body,
      },
    );
    setInitial(values);
    setStarted(data!.job_id);
  };
  const bodyOf = (values: InputValues) => {
    try {
      return inputOf(fields, values);
    } catch (error) {
      throw faultAt((error as { field?: string }).field ?? '', t('operations.no_json'));
    }
  };
  const form = useForm(initial, (values) => call(values, 'sandbox'));
  return (
    <>
      <BareForm form={form}>
        {fields.length === 0 && <p>{t('methods.no_input')}</p>}
        <InputFields
          fields={fields}
          values={form.values.input}
          onChange={(input) => form.set({ input })}
          fault={form.fault}
        />
        <div className={css.acts}>
          <Button type="submit" look="main" isPending={form.isPending}>
            {t('operations.run_sandbox')}
          </Button>
          {version.environment === 'live' && (
            <ConfirmButton
              title={t('methods.call_live_title', { version: version.version })}
              text={t('operations.run_live_text')}
              verb={t('methods.call_live')}
              act={() => call(form.values, 'live')}
            >
              {t('methods.call_live')}
            </ConfirmButton>
          )}
        </div>
      </BareForm>
      {started && (
        <Section title={t('operations.outcome')}>
          {version.result !== null && <Notice look="plain">{t('methods.raw_result')}</Notice>}
          {'workflow' in version.target ? (
            <StartedRun key={started} id={started} />
          ) : (
            <ShownJob key={started} id={started} />
          )}
        </Section>
      )}
    </>
  );
}

const lookEveryMs = 1000;

/** A run that a call started, looked at until it is over. */
function StartedRun({ id: run_id }: { id: string }) {
  const project_id = useProjectId();
  const run = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/runs/{run_id}',
    { params: { path: { project_id, run_id } } },
    { refetchInterval: ({ state }) => (state.data?.finished_at ? false : lookEveryMs) },
  );
  return (
    <Loaded from={run}>
      {({ status, output }) => (
        <div className={css.parts} role="status">
          <div>
            <Badge>{word('job_status', status)}</Badge> <code>{run_id}</code>
          </div>
          {status === 'succeeded' && <Code label={t('jobs.result')} text={showJson(output)} />}
        </div>
      )}
    </Loaded>
  );
}
