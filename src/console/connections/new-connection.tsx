import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { asNew, chosenSlug, SlugField, unlessTaken } from '../shell/slug-field.tsx';
import { t, word } from '../text/text.ts';
import { type Kind, secretMade, settingsOf, valuesOf } from './connection-values.ts';
import { type Connection, connectionPath, renewConnections } from './connections.ts';
import { KindFields } from './kind-fields.tsx';

interface NewConnectionProps {
  kind: Kind;
  /** The short names that are there already. */
  taken: readonly string[];
  onClose(): void;
}

/** Asks for the least that a connection needs, makes it, and leads to its page, which tests it. */
export function NewConnection({ kind, taken, onClose }: NewConnectionProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [made, setMade] = useState<Connection>();
  const show = ({ slug }: Connection) =>
    void navigate({
      to: `/p/${projectId}/connections/${slug}`,
      search: (before: { env?: unknown }) => ({ ...keepEnvironment(before), test: 'now' }),
    } as never);
  const initial = { ...valuesOf(word('connection_name', kind), {}), slug: '' };
  const form = useForm(initial, async (values) => {
    const slug = chosenSlug(values, taken, kind);
    const body = { kind, name: values.name, settings: settingsOf(kind, values) };
    const { data } = await unlessTaken(api.PUT(connectionPath, { ...asNew(projectId, slug), body }));
    void renewConnections();
    if (secretMade(data!)) setMade(data!);
    else show(data!);
  });
  if (made)
    return (
      <ShownOnce
        title={t('connections.signing_secret')}
        text={t('connections.signing_secret_text')}
        secret={secretMade(made) ?? ''}
        onDone={() => show(made)}
      />
    );
  return (
    <FormDialog
      title={word('new_connection', kind)}
      verb={t('connections.make')}
      form={form}
      onClose={onClose}
    >
      <KindFields kind={kind} form={form as never} />
      <Field label={t('connections.name')} help={t('connections.name_help')} {...form.bind('name')} />
      <More title={t('connections.more')}>
        <SlugField form={form} taken={taken} other={kind} />
      </More>
    </FormDialog>
  );
}
