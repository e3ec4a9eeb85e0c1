import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { BodyField, HttpFields } from './http-fields.tsx';
import { valuesOf, wantedOf } from './operation-values.ts';
import {
  kindFor,
  type Operation,
  ofSlug,
  operationPath,
  renewOperations,
  useConnections,
} from './operations.ts';
import { OutcomeFields } from './outcome-fields.tsx';
import { PaymentFields } from './payment-fields.tsx';

/** What templates may read, by name. */
const names = ['input', 'state', 'profile', 'identity', 'event', 'job'] as const;

/** What an operation sends, what an answer means, and what the sandbox gives. */
export function Definition({ operation }: { operation: Operation }) {
  const projectId = useProjectId();
  const connections = useConnections().data?.items ?? [];
  const kindOf = (slug: string) =>
    slug === '' || connections.length === 0
      ? kindFor(operation.kind === 'http' ? undefined : operation.kind)
      : kindFor(connections.find((each) => each.slug === slug)?.kind);
  const form = useForm(valuesOf(operation), async (values) => {
    const body = wantedOf(kindOf(values.connection), values);
    await api.PUT(operationPath, { ...ofSlug(projectId, operation.id), body });
    await renewOperations();
    say(t('operations.saved'));
  });
  const kind = kindOf(form.values.connection);
  return (
    <SavedForm form={form}>
      <Field label={t('operations.name')} {...form.bind('name')} />
      <Field
        label={t('operations.description')}
        help={t('operations.description_help')}
        {...form.bind('description')}
      />
      <Select
        label={t('operations.connection')}
        options={[
          ...connections.map(({ slug, name }) => [slug, name] as const),
          ['', t('operations.no_connection')] as const,
        ]}
        {...form.bind('connection')}
      />
      <Section title={t('operations.request')}>
        <Notice look="plain">
          <p>
            {t('operations.templates')}{' '}
            {names.map((name) => (
              <code key={name}>{`${name} `}</code>
            ))}
          </p>
        </Notice>
        {kind === 'http' && <HttpFields form={form} />}
        {kind === 'webhook' && <BodyField form={form} kind={kind} />}
        {kind === 'payment' && <PaymentFields form={form} />}
      </Section>
      <Section title={t('operations.in_and_out')}>
        <OutcomeFields form={form} kind={kind} />
      </Section>
    </SavedForm>
  );
}
