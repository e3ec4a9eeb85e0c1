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
import { t } from '../text/text.ts';
import { initialValues, wantedOf } from './receiver-values.ts';
import { type Receiver, receiverPath, renewReceivers, secretMade } from './receivers.ts';
import { SenderFields } from './sender-fields.tsx';

/** Asks who calls, makes the receiver, shows its secret once, and leads to its page. */
export function NewReceiver({ taken, onClose }: { taken: readonly string[]; onClose(): void }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const [made, setMade] = useState<Receiver>();
  const show = ({ slug }: Receiver) =>
    void navigate({ to: `/p/${projectId}/receivers/${slug}`, search: keepEnvironment } as never);
  const form = useForm({ ...initialValues(), slug: '' }, async (values) => {
    const slug = chosenSlug(values, taken, 'receiver');
    const { data } = await unlessTaken(
      api.PUT(receiverPath, { ...asNew(projectId, slug), body: wantedOf(values) }),
    );
    void renewReceivers();
    if (secretMade(data!)) setMade(data!);
    else show(data!);
  });
  if (made)
    return (
      <ShownOnce
        title={t('receivers.secret')}
        text={t('receivers.secret_text')}
        secret={secretMade(made) ?? ''}
        onDone={() => show(made)}
      />
    );
  return (
    <FormDialog title={t('receivers.new')} verb={t('receivers.make')} form={form} onClose={onClose}>
      <Field
        label={t('receivers.name')}
        placeholder={t('receivers.name_example')}
        autoFocus
        {...form.bind('name')}
      />
      <SenderFields form={form as never} isNew />
      <More title={t('receivers.more')}>
        <SlugField form={form} taken={taken} other="receiver" />
      </More>
    </FormDialog>
  );
}
