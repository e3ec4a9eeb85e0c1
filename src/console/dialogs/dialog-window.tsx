import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment } from '../text/format.ts';
import { showCustomer } from '../text/name.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import { type DialogRow, dialogsPath, State, whyOf } from './dialog-columns.tsx';

/** Where one dialog stands, with the ways to its step and to what was said, and who leads it. */
export function DialogWindow({ dialog, onClose }: { dialog: DialogRow; onClose(): void }) {
  const project_id = useProjectId();
  const mayServe = useMay('serve');
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const { identity_id, step, version, channel, held, updated_at: at, profile_id: profile } = dialog;
  const change = async (verb: 'hold' | 'release') => {
    setPending(true);
    setError(undefined);
    try {
      const params = { path: { project_id, identity_id } };
      if (verb === 'hold') await api.POST(`${dialogsPath}/{identity_id}/hold`, { params, body: {} });
      else await api.POST(`${dialogsPath}/{identity_id}/release`, { params });
      say(t(verb === 'hold' ? 'dialogs.taken' : 'dialogs.given_back'));
      await renew(dialogsPath);
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title={showCustomer(dialog)} isOpen onClose={onClose} isWide>
      <LeftOut from={dialog} />
      {dialog.error && (
        <Notice look="bad">
          <p>{reasonOf(dialog.error)}</p>
          <code>{dialog.error.code}</code>
        </Notice>
      )}
      <Facts
        facts={[
          [t('dialogs.state'), <State key="state" dialog={dialog} />],
          [t('runs.step'), step && <code>{step}</code>],
          [t('dialogs.waits_for'), dialog.error ? '' : whyOf(dialog)],
          [
            t('runs.version'),
            version === null ? '' : version < 0 ? t('runs.draft') : t('runs.version_n', { version }),
          ],
          [t('dialogs.channel'), channel.name],
          [t('dialogs.held'), held && [held.by, showMoment(held.at)].filter(Boolean).join(' · ')],
          [t('dialogs.moved'), showMoment(at)],
        ]}
      />
      <ProblemNotice error={error} />
      <DialogButtons>
        {mayServe && (
          <Button isPending={isPending} onPress={() => void change(held ? 'release' : 'hold')}>
            {t(held ? 'dialogs.give_back' : 'dialogs.take')}
          </Button>
        )}
        {mayServe && (
          <ToPage to={`inbox/${profile}`} look="plain">
            {t('dialogs.to_conversation')}
          </ToPage>
        )}
        {step && (
          <ToPage to="scenario" search={{ step }} look="plain">
            {t('dialogs.to_step')}
          </ToPage>
        )}
        <Button autoFocus onPress={onClose}>
          {t('shell.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
