import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { useFileUrl } from '../api/file-url.ts';
import { useInstallation } from '../api/installation.ts';
import { below, useProjectId } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { Suggest } from '../kit/suggest.tsx';
import { Switch } from '../kit/switch.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { storePicture } from '../shell/picture.ts';
import { PictureField } from '../shell/picture-field.tsx';
import { t } from '../text/text.ts';
import { Browsers } from './browsers.tsx';
import { timeZones } from './time-zones.ts';

const path = '/api/owner/projects/{project_id}/notifications';
const presence = '/api/owner/projects/{project_id}/presence';

/** Of what the person at the screen is told by mail and in browsers, when not, and how customers see them. */
export function Notifications() {
  const here = below(useProjectId());
  const me = usePerson();
  const read = queries.useQuery('get', path, here);
  const people = queries.useQuery('get', presence, here);
  return (
    <Loaded from={read}>
      {(settings) => (
        <Loaded from={people}>
          {({ items }) => (
            <>
              <NotificationsForm settings={settings} mine={items.find(({ person }) => person.id === me.id)} />
              <Browsers settings={settings} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface FormProps {
  settings: Shape<'Notifications'>;
  mine: Shape<'Presence'> | undefined;
}

function NotificationsForm({ settings: { mail, push, quiet }, mine }: FormProps) {
  const projectId = useProjectId();
  const here = below(projectId);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const before = {
    ...{ name: mine?.name ?? '', picture: mine?.picture ?? '' },
    isAvailable: mine?.is_available ?? false,
  };
  const form = useForm(
    {
      ...before,
      ...{ waiting: mail.waiting, mine: mail.mine, isQuiet: quiet !== null },
      ...{ pushesWaiting: push.waiting, pushesMine: push.mine },
      ...{ from: quiet?.from ?? '22:00', to: quiet?.to ?? '08:00', time_zone: quiet?.time_zone ?? device },
    },
    async ({
      name,
      picture,
      isAvailable,
      waiting,
      mine: isMine,
      pushesWaiting,
      pushesMine,
      isQuiet,
      ...hours
    }) => {
      const body = {
        mail: { waiting, mine: isMine },
        push: { waiting: pushesWaiting, mine: pushesMine },
        quiet: isQuiet ? hours : null,
      };
      await api.PUT(path, { ...here, body });
      if (name !== before.name || picture !== before.picture || isAvailable !== before.isAvailable) {
        const file = await storePicture(projectId, picture, { name: 'picture', environment: 'live' });
        const shown = { name: name.trim() || null, picture: file || null };
        await api.PUT(presence, { ...here, body: { is_available: isAvailable, ...shown } });
      }
      await renew(path, presence);
      say(t('shell.saved'));
    },
  );
  const { values, set } = form;
  const isStored = values.picture.startsWith('file_');
  const stored = useFileUrl(isStored ? values.picture : undefined);
  const hasNoMail = useInstallation()?.sendsMail === false;
  return (
    <SavedForm form={form}>
      <p>{t('settings.notifications_text')}</p>
      <Field label={t('settings.shown_name')} help={t('settings.shown_name_help')} {...form.bind('name')} />
      <PictureField
        label={t('settings.shown_picture')}
        help={t('settings.shown_picture_help')}
        address={isStored ? stored : values.picture}
        {...form.bind('picture')}
      />
      <Switch
        label={t('settings.available')}
        help={t('settings.available_help')}
        isSelected={values.isAvailable}
        onChange={(isAvailable) => set({ isAvailable })}
      />
      <Switch
        label={t('settings.mail_waiting')}
        help={t(hasNoMail ? 'settings.no_mail' : 'settings.mail_waiting_help')}
        isDisabled={hasNoMail}
        isSelected={values.waiting}
        onChange={(waiting) => set({ waiting })}
      />
      <Switch
        label={t('settings.mail_mine')}
        help={t('settings.mail_mine_help')}
        isDisabled={hasNoMail}
        isSelected={values.mine}
        onChange={(isOn) => set({ mine: isOn })}
      />
      <Switch
        label={t('settings.push_waiting')}
        help={t('settings.push_help')}
        isSelected={values.pushesWaiting}
        onChange={(pushesWaiting) => set({ pushesWaiting })}
      />
      <Switch
        label={t('settings.push_mine')}
        help={t('settings.push_help')}
        isSelected={values.pushesMine}
        onChange={(pushesMine) => set({ pushesMine })}
      />
      <Switch
        label={t('settings.quiet')}
        help={t('settings.quiet_help')}
        isSelected={values.isQuiet}
        onChange={(isQuiet) => set({ isQuiet })}
      />
      {values.isQuiet && (
        <>
          <Field label={t('settings.quiet_from')} type="time" {...form.bind('from', 'quiet.from')} />
          <Field label={t('settings.quiet_to')} type="time" {...form.bind('to', 'quiet.to')} />
          <Suggest
            label={t('settings.time_zone')}
            options={timeZones}
            {...form.bind('time_zone', 'quiet.time_zone')}
          />
        </>
      )}
    </SavedForm>
  );
}
