import { Link } from '@tanstack/react-router';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Field } from '../kit/field.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { everything, type SourceFigures, sourcesPath } from './paths.ts';

const urlOf = (url: string) => (url.trim() === '' ? null : url.trim());

/** A new source, without offers. */
export function NewSource({ onClose }: { onClose(): void }) {
  const form = useForm({ name: '', url: '' }, async ({ name, url }) => {
    await api.POST(sourcesPath, { body: { name, url: urlOf(url) } });
    void renew(...everything);
    say(t('catalog.source_made', { name }));
    onClose();
  });
  return (
    <FormDialog title={t('catalog.new_source')} verb={t('catalog.make')} form={form} onClose={onClose}>
      <Field label={t('catalog.name')} autoFocus {...form.bind('name')} />
      <Field label={t('catalog.address')} {...form.bind('url')} />
    </FormDialog>
  );
}

/** Renames a source; its offers go on under the new name. */
export function SourceDialog({ source, onClose }: { source: SourceFigures; onClose(): void }) {
  const { id, name, url, offers_count: count } = source;
  const form = useForm({ name, url: url ?? '' }, async (values) => {
    await api.PATCH('/api/owner/catalog/sources/{id}', {
      params: { path: { id } },
      body: { name: values.name, url: urlOf(values.url) },
    });
    void renew(...everything);
    say(t('shell.saved'));
    onClose();
  });
  return (
    <FormDialog title={name} verb={t('shell.save')} form={form} onClose={onClose}>
      <Field label={t('catalog.name')} help={t('catalog.name_help')} autoFocus {...form.bind('name')} />
      <Field label={t('catalog.address')} {...form.bind('url')} />
      {count > 0 && (
        <p>
          <Link to="/catalog/offers" search={{ source: id } as never}>
            {t('catalog.show_offers', { count, shown: showNumber(count) })}
          </Link>
        </p>
      )}
    </FormDialog>
  );
}
