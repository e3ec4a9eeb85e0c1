import { Bell, BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import {
  Dialog,
  DialogTrigger,
  Label,
  Popover,
  Slider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components';
import { Button, IconButton } from '../kit/button.tsx';
import { Notice } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import { playSound, setSoundVolume, useSoundVolume } from './alerts.ts';
import css from './alerts-button.module.css';

/** How loud, in percent; 0 is silent. */
function Volume() {
  const volume = useSoundVolume();
  return (
    <Slider
      className={css.slider ?? ''}
      value={Math.round(volume * 100)}
      onChange={(percent) => setSoundVolume(percent / 100)}
      onChangeEnd={(percent) => playSound(percent / 100)}
    >
      <div className={css.words}>
        <Label>{t('inbox.sound')}</Label>
        <SliderOutput className={css.value ?? ''}>
          {volume === 0 ? t('inbox.silent') : `${Math.round(volume * 100)} %`}
        </SliderOutput>
      </div>
      <SliderTrack className={css.track ?? ''}>
        <SliderThumb className={css.thumb ?? ''} />
      </SliderTrack>
    </Slider>
  );
}

/** Notifications and sound, for what is one's own or waits. */
export function AlertsButton() {
  const isThere = typeof Notification !== 'undefined';
  const [permission, setPermission] = useState(isThere ? Notification.permission : 'denied');
  const Icon = { granted: BellRing, denied: BellOff, default: Bell }[permission];
  return (
    <DialogTrigger>
      <IconButton label={t('inbox.alerts')}>
        <Icon size={16} />
      </IconButton>
      <Popover offset={4}>
        <Dialog className={css.popover ?? ''} aria-label={t('inbox.alerts')}>
          <p>{t('inbox.alerts_text')}</p>
          {permission === 'granted' && <Notice look="good">{t('inbox.alerts_on')}</Notice>}
          {permission === 'denied' && <Notice look="warn">{t('inbox.alerts_denied')}</Notice>}
          {permission === 'default' && (
            <Button look="main" onPress={() => void Notification.requestPermission().then(setPermission)}>
              {t('inbox.alerts_ask')}
            </Button>
          )}
          <Volume />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
