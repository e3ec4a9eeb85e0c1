import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { useInstallation } from '../api/installation.ts';
import { below, type Role, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Radios } from '../kit/radios.tsx';
import { isHereOnly, isNearOnly } from '../kit/reach.ts';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Badge, Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showAgo } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { roleChoices } from './roles.ts';

const list = '/api/owner/projects/{project_id}/invitations';

/** Who was asked and has not come yet. */
export function Invitations() {
  const project_id = useProjectId();
  const [inviting, setInviting] = useState<Inviting>();
  const invitations = queries.useQuery('get', list, below(project_id));
  useRenewals(project_id, /^(?:invitation|person)\./, list);
  const withdraw = async (invitation_id: string) => {
    await api.DELETE(`${list}/{invitation_id}`, { params: { path: { project_id, invitation_id } } });
    await renew(list);
  };
  return (
    <Section
      title={t('team.invitations')}
      acts={
        <Button look="main" onPress={() => setInviting({ email: '', role: 'operator' })}>
          {t('team.invite')}
        </Button>
      }
    >
      <Loaded from={invitations} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('team.no_invitations')}</p>
          ) : (
            <Rows label={t('team.invitations')}>
              {items.map(({ id, email, role, expires_at }) => (
                <Row
                  key={id}
                  title={email}
                  about={t('team.open_until', { when: showAgo(expires_at) })}
                  end={
                    <>
                      <Badge>{word('role', role)}</Badge>
                      <Button onPress={() => setInviting({ email, role, isAgain: true })}>
                        {t('team.anew')}
                      </Button>
                      <ConfirmButton
                        title={t('team.withdraw_title', { email })}
                        text={t('team.withdraw_text')}
                        verb={t('team.withdraw')}
                        act={() => withdraw(id)}
                      >
                        {t('team.withdraw')}
                      </ConfirmButton>
                    </>
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {inviting && <Invite {...inviting} onClose={() => setInviting(undefined)} />}
    </Section>
  );
}

interface Inviting {
  email: string;
  role: Role;
  /** They were asked before, and the link is lost. */
  isAgain?: true;
}

/** Warns of a link that others cannot open. @param address the link, or the address that it begins with */
function Unreachable({ address }: { address: string }) {
  const { hostname, origin } = new URL(address);
  if (!isHereOnly(hostname) && !isNearOnly(hostname)) return null;
  return (
    <Notice look="warn" title={t(isHereOnly(hostname) ? 'team.here_only' : 'team.near_only', { origin })}>
      {t('team.reach_text')}
    </Notice>
  );
}

/** Asks somebody. Where the installation sends no mail, the link is shown, once. */
function Invite({ email, role, isAgain, onClose }: Inviting & { onClose(): void }) {
  const projectId = useProjectId();
  const here = useInstallation();
  const [made, setMade] = useState<{ email: string; link: string }>();
  const form = useForm({ email, role }, async (body) => {
    const { data } = await api.POST(list, { ...below(projectId), body });
    void renew(list);
    if (data!.mailed) {
      say(t('team.mailed', { email: data!.email }));
      onClose();
    } else {
      // A server that knows its public address gives the whole link; otherwise others reach it as this browser does.
      const link = data!.url ?? `${location.origin}/console/invitation#${data!.token}`;
      setMade({ email: data!.email, link });
    }
  });
  if (made)
    return (
      <ShownOnce
        title={t('team.link')}
        text={t('team.link_text', { email: made.email })}
        secret={made.link}
        once={t('team.link_once')}
        onDone={onClose}
      >
        <Unreachable address={made.link} />
      </ShownOnce>
    );
  return (
    <FormDialog
      title={isAgain ? t('team.anew_title', { email }) : t('team.invite_title')}
      verb={t('team.invite_verb')}
      form={form}
      onClose={onClose}
      isWide
    >
      {isAgain && <p>{t('team.anew_text')}</p>}
      {!isAgain && <Field label={t('shell.email')} type="email" autoFocus {...form.bind('email')} />}
      <Radios label={t('team.role')} options={roleChoices()} autoFocus={isAgain} {...form.bind('role')} />
      {here?.sendsMail === false && <Notice look="plain">{t('team.no_mail')}</Notice>}
      {here?.sendsMail === false && <Unreachable address={here.address ?? location.origin} />}
    </FormDialog>
  );
}
