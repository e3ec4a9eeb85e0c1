import { useState } from 'react';
import { api } from '../api/client.ts';
import { faultAt } from '../api/problem.ts';
import { type Environment, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { InputFields, type InputValues, initialOf, inputOf } from '../kit/input-form.tsx';
import { jsonOfText, textOfJson } from '../kit/json-text.ts';
import { More } from '../kit/more.tsx';
import { Section } from '../kit/page.tsx';
import { fieldsOfSchema } from '../kit/schema-fields.ts';
import { Notice } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { BareForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { ShownJob } from './job-view.tsx';
import { inputNamesOf } from './operation-values.ts';
import css from './operations.module.css';
import { type Operation, ofSlug } from './operations.ts';

interface Trial {
  /** The fields of the schema, or the whole as a text of JSON. */
  fields: InputValues;
  text: string;
  customer: string;
}

/** Runs an operation by hand, in the sandbox or live, and shows what became of it. */
export function TryOperation({ operation }: { operation: Operation }) {
  const { id, name, environments, input_schema: schema, kind } = operation;
  const projectId = useProjectId();
  const [jobId, setJobId] = useState<string>();
  const fields = fieldsOfSchema(schema);
  /** What was sent stays for another run. */
  const [initial, setInitial] = useState<Trial>(() => ({
    fields: initialOf(fields ?? []),
    text: textOfJson(Object.fromEntries(inputNamesOf(operation).map((each) => [each, '']))),
    customer: '',
  }));
  const inputFrom = ({ fields: values, text }: Trial) => {
    try {
      return fields ? inputOf(fields, values) : ((jsonOfText(text) ?? {}) as Record<string, unknown>);
    } catch (error) {
      const { field } = error as { field?: string };
      throw faultAt(field === undefined ? 'input' : `input.${field}`, t('operations.no_json'));
    }
  };
  const run = async (values: Trial, environment: Environment) => {
    const customer = values.customer.trim();
    const body = {
      ...{ input: inputFrom(values), environment },
      ...(customer !== '' && { identity_id: customer }),
    };
    const { path } = ofSlug(projectId, id).params;
    const { data } = await api.POST('/api/owner/projects/{project_id}/operations/{slug}/runs', {
      // Sent again, it starts no second run.
      params: { path, header: { 'idempotency-key': crypto.randomUUID() } },
      body,
    });
    setInitial(values);
    setJobId(data!.job_id);
  };
  const form = useForm(initial, (values) => run(values, 'sandbox'));
  // A payment is tried where nobody is charged.
  const may = (environment: Environment) =>
    environments.includes(environment) && (environment === 'sandbox' || kind !== 'payment');
  return (
    <>
      <BareForm form={form}>
        {fields ? (
          <InputFields
            fields={fields}
            values={form.values.fields}
            onChange={(values) => form.set({ fields: values })}
            fault={(field) => form.fault(`input.${field}`)}
          />
        ) : (
          <Field
            label={t('operations.input')}
            help={t('operations.input_help')}
            rows={5}
            isCode
            spellCheck="false"
            {...form.bind('text', 'input')}
          />
        )}
        <More title={t('operations.customer')} isOpen={kind === 'payment'}>
          <Field
            label={t('operations.identity')}
            help={t('operations.identity_help')}
            isCode
            spellCheck="false"
            {...form.bind('customer', 'identity_id')}
          />
        </More>
        <div className={css.acts}>
          {may('sandbox') && (
            <Button type="submit" look="main" isPending={form.isPending}>
              {t('operations.run_sandbox')}
            </Button>
          )}
          {may('live') && (
            <ConfirmButton
              title={t('operations.run_live_title', { name })}
              text={t('operations.run_live_text')}
              verb={t('operations.run_live')}
              act={() => run(form.values, 'live')}
            >
              {t('operations.run_live')}
            </ConfirmButton>
          )}
        </div>
      </BareForm>
      {!may('live') && (
        <Notice look="plain">
          {t(kind === 'payment' ? 'operations.no_live_payment' : 'operations.no_live')}
        </Notice>
      )}
      {jobId && (
        <Section title={t('operations.outcome')}>
          <ShownJob key={jobId} id={jobId} />
        </Section>
      )}
    </>
  );
}
