import { Field } from '../kit/field.tsx';
import type { Form } from '../shell/form.tsx';
import { PictureField } from '../shell/picture-field.tsx';
import { t } from '../text/text.ts';
import { type ChatValues, placeOf } from './webchat-values.ts';

/** The logo of a web chat: a picture that somebody chooses, or its address. */
export function LogoField({ channelId, form }: { channelId: string; form: Form<ChatValues> }) {
  const logo = form.bind('logo', 'settings.logo');
  return (
    <PictureField
      label={t('channels.logo')}
      help={t('channels.logo_help')}
      address={placeOf(channelId, logo.value)}
      {...logo}
    >
      <Field label={t('channels.logo_address')} placeholder={t('channels.logo_example')} {...logo} />
    </PictureField>
  );
}
