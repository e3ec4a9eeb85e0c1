import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { Select } from '../kit/select.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { asNew, chosenSlug, SlugField, unlessTaken } from '../shell/slug-field.tsx';
import { t } from '../text/text.ts';
import { fieldsFromSchema, type MethodValues, wantedOf } from './method-values.ts';
import { methodPath, renewMethods, type TargetOption } from './methods.ts';

interface NewMethodProps {
  taken: readonly string[];
  targets: readonly TargetOption[];
  onClose(): void;
}

/** Asks what the method runs, begins with the fields that this needs, and leads to its page. */
export function NewMethod({ taken, targets, onClose }: NewMethodProps) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const navigate = useNavigate();
  const initial: MethodValues & { slug: string } = {
    ...{ name: '', description: '', environment, target: targets[0]?.id ?? '', slug: '' },
    ...{ input: [], mapping: '', identity: '', result: [] },
  };
  const form = useForm(initial, async ({ slug: entered, ...values }) => {
    const slug = chosenSlug({ name: values.name, slug: entered }, taken, 'method');
    const input = fieldsFromSchema(targets.find(({ id }) => id === values.target)?.schema);
    await unlessTaken(
      api.PUT(methodPath, { ...asNew(projectId, slug), body: wantedOf({ ...values, input }) }),
    );
    void renewMethods();
    await navigate({ to: `/p/${projectId}/methods/${slug}`, search: keepEnvironment } as never);
  });
  return (
    <FormDialog title={t('methods.new')} verb={t('methods.make')} form={form} onClose={onClose}>
      <Field
        label={t('methods.name')}
        help={t('methods.name_help')}
        placeholder={t('operations.name_example')}
        autoFocus
        {...form.bind('name')}
      />
      <TargetField targets={targets} {...form.bind('target')} />
      <EnvironmentField {...form.bind('environment')} />
      <More title={t('methods.more')}>
        <SlugField form={form} taken={taken} other="method" />
      </More>
    </FormDialog>
  );
}

interface ChoiceProps<Value> {
  value: Value;
  onChange(value: Value): void;
  fault: string | undefined;
}

/** What the method runs. */
export const TargetField = ({
  targets,
  ...props
}: ChoiceProps<string> & { targets: readonly TargetOption[] }) => (
  <Select
    label={t('methods.target')}
    options={targets.map(({ id, name }) => [
      id,
      t(id.startsWith('workflow:') ? 'methods.target_workflow' : 'methods.target_operation', { name }),
    ])}
    {...props}
  />
);

/** Where calls act. */
export const EnvironmentField = (props: ChoiceProps<'sandbox' | 'live'>) => (
  <Select
    label={t('methods.environment')}
    options={[
      ['live', t('shell.live')],
      ['sandbox', t('shell.sandbox')],
    ]}
    {...props}
  />
);
