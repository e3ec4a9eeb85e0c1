import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { InputEditor, ResultEditor } from './fields-editor.tsx';
import { valuesOf, wantedOf } from './method-values.ts';
import { type Method, methodPath, ofSlug, renewMethods, useTargets } from './methods.ts';
import { EnvironmentField, TargetField } from './new-method.tsx';
import { Publish } from './publish.tsx';

/** The draft of a method: what it runs, what callers send and get, and its publication. */
export function Draft({ method }: { method: Method }) {
  const projectId = useProjectId();
  const targets = useTargets() ?? [];
  const form = useForm(valuesOf(method), async (values) => {
    await api.PUT(methodPath, { ...ofSlug(projectId, method.id), body: wantedOf(values) });
    await renewMethods();
    say(t('methods.saved'));
  });
  const { input } = form.values;
  const texts = input.filter(({ type, name }) => type === 'string' && name !== '');
  return (
    <>
      <Publish method={method} isDirty={form.isDirty} />
      <SavedForm form={form}>
        <Field label={t('methods.name')} help={t('methods.name_help')} {...form.bind('name')} />
        <Field label={t('methods.description')} rows={2} {...form.bind('description')} />
        <TargetField targets={targets} {...form.bind('target')} />
        <EnvironmentField {...form.bind('environment')} />
        <Section title={t('methods.input')}>
          <p>{t('methods.input_help')}</p>
          <InputEditor
            value={input}
            onChange={(next) => form.set({ input: next })}
            fault={(path) => form.fault(path)}
          />
          <Select
            label={t('methods.identity')}
            help={t('methods.identity_help')}
            options={[['', t('kit.nothing')] as const, ...texts.map(({ name }) => [name, name] as const)]}
            {...form.bind('identity')}
          />
        </Section>
        <Section title={t('methods.mapping')}>
          <Field
            label={t('methods.mapping_label')}
            help={t('methods.mapping_help')}
            rows={4}
            isCode
            spellCheck="false"
            {...form.bind('mapping')}
          />
        </Section>
        <Section title={t('methods.result')}>
          <p>{t('methods.result_help')}</p>
          <ResultEditor
            value={form.values.result}
            onChange={(next) => form.set({ result: next })}
            fault={(path) => form.fault(path)}
          />
        </Section>
      </SavedForm>
    </>
  );
}
