import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { onlyNew, unlessTaken } from '../shell/slug-field.tsx';
import { t } from '../text/text.ts';

type Reply = Shape<'PreparedReply'>;
const list = '/api/owner/projects/{project_id}/replies';

/** What operators write again and again. */
export function Replies() {
  const project_id = useProjectId();
  const [changed, setChanged] = useState<Reply | 'new'>();
  const replies = queries.useQuery('get', list, below(project_id));
  const remove = async (shortcut: string) => {
    await api.DELETE(`${list}/{shortcut}`, { params: { path: { project_id, shortcut } } });
    await renew(list);
  };
  const add = <Button onPress={() => setChanged('new')}>{t('settings.new_reply')}</Button>;
  return (
    <Section title={t('settings.replies')} acts={replies.data && replies.data.items.length > 0 && add}>
      <Loaded from={replies}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('settings.no_replies')} text={t('settings.no_replies_text')}>
              {add}
            </Empty>
          ) : (
            <Rows label={t('settings.replies')}>
              {items.map((reply) => (
                <Row
                  key={reply.shortcut}
                  title={
                    <>
                      {reply.title} <code>/{reply.shortcut}</code>
                    </>
                  }
                  about={reply.text}
                  end={
                    <>
                      <Button onPress={() => setChanged(reply)}>{t('keys.change')}</Button>
                      <ConfirmButton
                        title={t('settings.delete_reply', { name: reply.title })}
                        text={t('settings.delete_reply_text')}
                        verb={t('settings.delete')}
                        act={() => remove(reply.shortcut)}
                      >
                        {t('settings.delete')}
                      </ConfirmButton>
                    </>
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {changed && (
        <ReplyForm reply={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
    </Section>
  );
}

function ReplyForm({ reply, onClose }: { reply: Reply | undefined; onClose(): void }) {
  const project_id = useProjectId();
  const { shortcut: before = '', title: name = '', text: words = '' } = reply ?? {};
  const form = useForm({ shortcut: before, title: name, text: words }, async ({ shortcut, ...body }) => {
    const path = { project_id, shortcut: shortcut.trim() };
    const params = { path, ...(!reply && { header: onlyNew }) };
    await unlessTaken(api.PUT(`${list}/{shortcut}`, { params, body }), 'shortcut');
    await renew(list);
    onClose();
  });
  return (
    <FormDialog
      title={reply ? reply.title : t('settings.new_reply')}
      verb={t('shell.save')}
      form={form}
      onClose={onClose}
      isWide
    >
      <Field
        label={t('settings.shortcut')}
        help={t('settings.shortcut_help')}
        autoFocus={!reply}
        isDisabled={reply !== undefined}
        {...form.bind('shortcut')}
      />
      <Field label={t('settings.reply_title')} {...form.bind('title')} />
      <Field
        label={t('settings.reply_text')}
        help={t('settings.reply_help', { name: '{{ profile.name }}', operator: '{{ operator.email }}' })}
        rows={5}
        {...form.bind('text')}
      />
    </FormDialog>
  );
}
