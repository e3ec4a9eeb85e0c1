import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { Select } from '../kit/select.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { asNew, chosenSlug, SlugField, unlessTaken } from '../shell/slug-field.tsx';
import { t } from '../text/text.ts';
import { BodyField } from './http-fields.tsx';
import { initialValues, methods, wantedOf } from './operation-values.ts';
import { kindFor, operationPath, renewOperations } from './operations.ts';
import { PriceFields } from './payment-fields.tsx';

interface NewOperationProps {
  /** The short names that are there already. */
  taken: readonly string[];
  connections: readonly Shape<'Connection'>[];
  /** The short name of the connection that it shall use, if there is one. */
  wanted: string;
  onClose(): void;
}

/** Asks for the least that an operation needs, makes it, and leads to its page, where it is tried. */
export function NewOperation({ taken, connections, wanted, onClose }: NewOperationProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const through = connections.find(({ slug }) => slug === wanted) ?? connections[0];
  const form = useForm({ ...initialValues(through?.slug ?? ''), slug: '' }, async (values) => {
    const slug = chosenSlug(values, taken, 'operation');
    const { connection } = values;
    const kind = kindFor(connections.find((each) => each.slug === connection)?.kind);
    // Without a connection nothing can be called.
    const environments: typeof values.environments = connection === '' ? ['sandbox'] : values.environments;
    await unlessTaken(
      api.PUT(operationPath, {
        ...asNew(projectId, slug),
        body: wantedOf(kind, { ...values, environments }),
      }),
    );
    void renewOperations();
    await navigate({
      to: `/p/${projectId}/operations/${slug}`,
      search: (before: { env?: unknown }) => ({ ...keepEnvironment(before), tab: 'try' }),
    } as never);
  });
  const kind = kindFor(connections.find(({ slug }) => slug === form.values.connection)?.kind);
  return (
    <FormDialog title={t('operations.new')} verb={t('operations.make')} form={form} onClose={onClose}>
      <Field
        label={t('operations.name')}
        placeholder={t('operations.name_example')}
        autoFocus
        {...form.bind('name')}
      />
      <Select
        label={t('operations.connection')}
        options={[
          ...connections.map(({ slug, name }) => [slug, name] as const),
          ['', t('operations.no_connection')] as const,
        ]}
        {...form.bind('connection')}
      />
      {kind === 'http' && (
        <>
          <Select
            label={t('operations.method')}
            options={methods.map((each) => [each, each] as const)}
            {...form.bind('method', 'request.method')}
          />
          <Field
            label={t('operations.path')}
            help={t('operations.path_help')}
            placeholder={t('operations.path_example')}
            isCode
            spellCheck="false"
            {...form.bind('path', 'request.path')}
          />
        </>
      )}
      {kind === 'payment' && <PriceFields form={form as never} />}
      {kind !== 'payment' && <BodyField form={form as never} kind={kind} />}
      <More title={t('operations.more')}>
        <SlugField form={form} taken={taken} other="operation" />
      </More>
    </FormDialog>
  );
}
