import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { CopyButton } from '../kit/copy.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Badge } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';

const path = '/api/owner/projects/{project_id}/link-codes';

/** Makes a code with which the customer adds another account themselves. */
export function LinkCode({ profileId }: { profileId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)}>
        {t('customers.add_account')}
      </Button>
      {isOpen && <LinkCodeDialog profileId={profileId} onClose={() => setOpen(false)} />}
    </>
  );
}

function LinkCodeDialog({ profileId, onClose }: { profileId: string; onClose(): void }) {
  const params = { params: { path: { project_id: useProjectId() } } };
  const [made, setMade] = useState<Shape<'CreatedLinkCode'>>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const codes = usePages(path, params.params);
  const open = codes.rows.filter(
    ({ profile_id, status, id }) => profile_id === profileId && status === 'active' && id !== made?.id,
  );
  const attempt = async (act: () => Promise<void>) => {
    setPending(true);
    setError(undefined);
    await act().catch(setError);
    renew(path);
    setPending(false);
  };
  const make = () =>
    attempt(async () => {
      const { data } = await api.POST(path, { ...params, body: { profile_id: profileId, ttl_seconds: 900 } });
      setMade(data);
    });
  const revoke = (code_id: string) =>
    attempt(async () => {
      await api.DELETE(`${path}/{code_id}`, { params: { path: { ...params.params.path, code_id } } });
    });
  return (
    <Dialog title={t('customers.code_title')} isOpen onClose={onClose}>
      <p>{t('customers.code_text')}</p>
      {made && (
        <div className={css.part}>
          <output className={css.code}>{made.commands.text}</output>
          <div className={css.head}>
            <CopyButton text={made.commands.text} />
            <span>{t('customers.code_until', { when: showMoment(made.expires_at) })}</span>
          </div>
        </div>
      )}
      {open.length > 0 && (
        <ul className={css.items} aria-label={t('customers.codes_open')}>
          {open.map(({ id, hint, expires_at }) => (
            <li key={id} className={css.item}>
              <span className={css.grow}>
                …{hint}
                <span className={css.muted}>
                  {t('customers.code_until', { when: showMoment(expires_at) })}
                </span>
              </span>
              <Badge look="good">{t('customers.code_open')}</Badge>
              <Button look="quiet" isDisabled={isPending} onPress={() => void revoke(id)}>
                {t('customers.code_revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ProblemNotice error={error} />
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.close')}</Button>
        {!made && (
          <Button look="main" isPending={isPending} onPress={() => void make()}>
            {t('customers.code_make')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
