import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Section } from '../kit/page.tsx';
import { Suggest } from '../kit/suggest.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './settings.module.css';
import { timeZones } from './time-zones.ts';

type Settings = Shape<'Settings'>;
type Kept = keyof Settings['retention'];

const project = '/api/owner/projects/{project_id}';
const kinds = [
  ...(['conversations', 'files', 'transcripts', 'dialogs'] as const),
  ...(['workflow_runs', 'tasks', 'request_log', 'audit'] as const),
];

/** The name of the project, its time zone, and for how long it keeps what. */
export function General() {
  const here = below(useProjectId());
  const read = queries.useQuery('get', project, here);
  const settings = queries.useQuery('get', `${project}/settings`, here);
  return (
    <Loaded from={read}>
      {({ name }) => <Loaded from={settings}>{(kept) => <GeneralForm name={name} settings={kept} />}</Loaded>}
    </Loaded>
  );
}

function GeneralForm({ name: before, settings }: { name: string; settings: Settings }) {
  const here = below(useProjectId());
  const form = useForm(
    { name: before, time_zone: settings.time_zone, ...settings.retention },
    async ({ name, time_zone, ...retention }) => {
      const changed = kinds.filter((kind) => retention[kind] !== settings.retention[kind]);
      const days = Object.fromEntries(changed.map((kind) => [kind, retention[kind]]));
      if (name !== before) await api.PATCH(project, { ...here, body: { name } });
      if (time_zone !== settings.time_zone || changed.length > 0)
        await api.PATCH(`${project}/settings`, {
          ...here,
          body: { time_zone, ...(changed.length > 0 && { retention: days }) },
        });
      await renew(project, `${project}/settings`, '/api/owner/projects');
      say(t('shell.saved'));
    },
  );
  return (
    <SavedForm form={form}>
      <Field label={t('settings.name')} {...form.bind('name')} />
      <Suggest
        label={t('settings.time_zone')}
        help={t('settings.time_zone_help')}
        options={timeZones}
        {...form.bind('time_zone')}
      />
      <Section title={t('settings.retention')}>
        <p className={css.about}>{t('settings.retention_text')}</p>
        <div className={css.numbers}>
          {kinds.map((kind) => (
            <Days key={kind} kind={kind} most={settings.retention_at_most[kind]} form={form} />
          ))}
        </div>
      </Section>
    </SavedForm>
  );
}

interface DaysProps {
  kind: Kept;
  most: number;
  form: {
    bind(
      name: Kept,
      path: string,
    ): { value: number; onChange(value: number): void; fault: string | undefined };
  };
}

function Days({ kind, most, form }: DaysProps) {
  const { onChange, ...bound } = form.bind(kind, `retention.${kind}`);
  return (
    <NumberField
      label={t(`settings.keep_${kind}`)}
      min={1}
      max={most}
      unit={t('settings.days_of', { most: showNumber(most) })}
      onChange={(days) => days !== null && onChange(days)}
      {...bound}
    />
  );
}
