import { Link } from '@tanstack/react-router';
import { useProjectId } from '../api/project.ts';
import { ColourField } from '../kit/colour-field.tsx';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { Switch } from '../kit/switch.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { type Form, SavedForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { isColour, leastForShapes, leastForWords, usualAccent, weaknessOf } from './contrast.ts';
import { FormField } from './form-field.tsx';
import { GreetingsField } from './greetings-field.tsx';
import { LogoField } from './logo-field.tsx';
import type { ChatValues } from './webchat-values.ts';

const mostRadius = 28;
const longestAnswer = 1440;
const mostPerMinute = 1_000_000;

/** How a web chat looks, and what visitors may do there. */
export function WebchatForm({ channelId, form }: { channelId: string; form: Form<ChatValues> }) {
  const projectId = useProjectId();
  const { accent } = form.values;
  return (
    <SavedForm form={form}>
      <Field
        label={t('channels.title')}
        placeholder={t('channels.title_usual')}
        {...form.bind('title', 'settings.title')}
      />
      <Field
        label={t('channels.greeting')}
        help={t('channels.greeting_help')}
        placeholder={t('channels.greeting_usual')}
        rows={2}
        {...form.bind('greeting', 'settings.greeting')}
      />
      <GreetingsField form={form} />
      <FormField form={form} />
      <LogoField channelId={channelId} form={form} />
      <ColourField
        label={t('channels.accent')}
        pickerLabel={t('channels.accent_pick')}
        usual={usualAccent}
        {...form.bind('accent', 'settings.accent')}
      />
      <Weakness accent={accent} />
      <Select
        label={t('channels.position')}
        options={[
          ['right', t('channels.position_right')],
          ['left', t('channels.position_left')],
        ]}
        {...form.bind('position', 'settings.position')}
      />
      <Field
        label={t('channels.launcher')}
        placeholder={t('channels.launcher_usual')}
        maxLength={30}
        {...form.bind('launcher', 'settings.launcher')}
      />
      <NumberField
        label={t('channels.radius')}
        help={t('channels.radius_help')}
        min={0}
        max={mostRadius}
        unit={t('channels.pixels')}
        {...form.bind('radius', 'settings.radius')}
      />
      <Select
        label={t('channels.theme')}
        options={[
          ['auto', t('channels.theme_auto')],
          ['light', t('channels.theme_light')],
          ['dark', t('channels.theme_dark')],
        ]}
        {...form.bind('theme', 'settings.theme')}
      />
      <NumberField
        label={t('channels.answer_minutes')}
        help={t('channels.answer_minutes_help')}
        min={1}
        max={longestAnswer}
        unit={t('channels.minutes')}
        {...form.bind('answer_minutes', 'settings.answer_minutes')}
      />
      <Select
        label={t('channels.person_button')}
        options={[
          ['always', t('channels.person_always')],
          ['open', t('channels.person_open')],
          ['never', t('channels.person_never')],
        ]}
        {...form.bind('person_button', 'settings.person_button')}
      />
      <div>
        <Switch
          label={t('channels.hours')}
          help={t('channels.hours_help')}
          isSelected={form.values.hours}
          onChange={(hours) => form.set({ hours })}
        />
        <Link
          className={css.below ?? ''}
          to={`/p/${projectId}/settings` as never}
          search={((now: object) => ({ ...keepEnvironment(now), tab: 'hours' })) as never}
        >
          {t('channels.to_hours')}
        </Link>
      </div>
      <Switch
        label={t('channels.sound')}
        help={t('channels.sound_help')}
        isSelected={form.values.sound}
        onChange={(sound) => form.set({ sound })}
      />
      <details className={css.more}>
        <summary>{t('channels.more')}</summary>
        <div className={css.stack}>
          <NumberField
            label={t('channels.call_minutes')}
            help={t('channels.call_minutes_help')}
            min={1}
            max={43_200}
            unit={t('channels.minutes')}
            {...form.bind('call_minutes', 'settings.call_minutes')}
          />
          <NumberField
            label={t('channels.upload_mb')}
            help={t('channels.upload_mb_help')}
            min={0}
            max={2048}
            unit={t('channels.mib')}
            {...form.bind('upload_mb', 'settings.upload_mb')}
          />
          <Tokens
            label={t('channels.upload_types')}
            values={form.values.upload_types}
            onChange={(upload_types) => form.set({ upload_types })}
            placeholder={t('channels.upload_types_example')}
            fault={form.fault('settings.upload_types')}
          />
          <NumberField
            label={t('channels.messages_per_minute')}
            help={t('channels.messages_per_minute_help')}
            min={1}
            max={mostPerMinute}
            {...form.bind('messages_per_minute', 'settings.messages_per_minute')}
          />
          <NumberField
            label={t('channels.sessions_per_minute')}
            help={t('channels.sessions_per_minute_help')}
            min={1}
            max={mostPerMinute}
            {...form.bind('sessions_per_minute', 'settings.sessions_per_minute')}
          />
          <NumberField
            label={t('channels.proof_above')}
            help={t('channels.proof_above_help')}
            min={0}
            max={mostPerMinute}
            {...form.bind('proof_above', 'settings.proof_above')}
          />
          <Field label={t('channels.name')} help={t('channels.name_help')} {...form.bind('name')} />
        </div>
      </details>
    </SavedForm>
  );
}

/** Says what is hard to see with this colour, and what to do. */
function Weakness({ accent }: { accent: string }) {
  const weakness = isColour(accent) ? weaknessOf(accent) : undefined;
  if (!weakness) return null;
  const ratio = (Math.floor(weakness.ratio * 10) / 10).toFixed(1);
  return (
    <Notice look="warn">
      {weakness.is === 'words'
        ? t('channels.weak_words', { ratio, least: leastForWords })
        : t('channels.weak_button', { ratio, least: leastForShapes })}
    </Notice>
  );
}
