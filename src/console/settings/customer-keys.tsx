import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/customer-fields';
const lists = ['name_keys', 'phone_keys', 'mail_keys', 'filter_keys'] as const;

/** What the keys of a customer's state mean: by which ones customers are found and filtered. */
export function CustomerKeys() {
  const fields = queries.useQuery('get', path, below(useProjectId()));
  return <Loaded from={fields}>{(read) => <CustomerKeysForm fields={read} />}</Loaded>;
}

function CustomerKeysForm({ fields }: { fields: Shape<'CustomerFields'> }) {
  const here = below(useProjectId());
  const form = useForm(fields, async (body) => {
    await api.PUT(path, { ...here, body });
    await renew(path);
    say(t('shell.saved'));
  });
  return (
    <SavedForm form={form}>
      <p>{t('settings.keys_text')}</p>
      {lists.map((name) => (
        <Tokens
          key={name}
          label={t(`settings.${name}`)}
          help={t(`settings.${name}_help`)}
          values={form.values[name]}
          onChange={(keys) => form.set({ [name]: keys })}
          fault={form.fault(name)}
        />
      ))}
      <Field
        label={t('settings.country_code')}
        help={t('settings.country_help')}
        {...form.bind('country_code')}
      />
      <Field
        label={t('settings.trunk_prefix')}
        help={t('settings.trunk_help')}
        {...form.bind('trunk_prefix')}
      />
    </SavedForm>
  );
}
