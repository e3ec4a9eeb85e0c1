import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import { Button } from '../kit/button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { AttachButton, FileList, useFiles } from './files.tsx';
import css from './trial.module.css';
import type { Say } from './use-say.ts';

/** The field for what the customer says. What is refused stays in it. */
export function Composer({ say, identityId }: { say: Say; identityId: string }) {
  const [text, setText] = useState('');
  const files = useFiles(identityId);
  const words = text.trim();
  const isEmpty = words === '' && files.files.length === 0;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || say.isPending || files.isPending) return;
    setText('');
    const attachments = files.files.map(({ type, file_id }) => ({ type, file_id }));
    if (!(await say.words(words, attachments))) setText(words);
    else files.take();
  };
  return (
    <form className={css.composer} onSubmit={(event) => void send(event)}>
      <ProblemNotice error={say.error} />
      <FileList files={files} />
      <div className={css.fields}>
        <TextField
          aria-label={t('trial.say')}
          value={text}
          onChange={setText}
          className={css.field ?? ''}
          autoFocus
        >
          <Input className={css.input ?? ''} placeholder={t('trial.say')} />
        </TextField>
        <AttachButton files={files} />
        <Button type="submit" look="main" isDisabled={isEmpty || files.isPending}>
          <Send size={16} aria-hidden="true" />
          {t('trial.send')}
        </Button>
      </div>
    </form>
  );
}
