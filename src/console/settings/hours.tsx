import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Suggest } from '../kit/suggest.tsx';
import { Switch } from '../kit/switch.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';
import { Holidays } from './holidays.tsx';
import { timeZones } from './time-zones.ts';
import { readWeek, usualWeek, Week, writeWeek } from './week.tsx';

const path = '/api/owner/projects/{project_id}/calendar';

/** When people of the project answer. */
export function Hours() {
  const here = below(useProjectId());
  const calendar = queries.useQuery('get', path, here);
  const settings = queries.useQuery('get', '/api/owner/projects/{project_id}/settings', here);
  return (
    <Loaded from={calendar}>
      {(read) => (
        <Loaded from={settings}>
          {({ time_zone }) => <HoursForm calendar={read} ofProject={time_zone} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function HoursForm({ calendar, ofProject }: { calendar: Shape<'Calendar'>; ofProject: string }) {
  const here = below(useProjectId());
  const form = useForm(
    {
      hasHours: calendar.week !== null,
      time_zone: calendar.time_zone ?? ofProject,
      week: readWeek(calendar.week) ?? usualWeek,
      holidays: calendar.holidays,
    },
    async ({ hasHours, time_zone, week, holidays }) => {
      const zone = time_zone === ofProject ? null : time_zone;
      const body = {
        time_zone: zone,
        week: hasHours ? writeWeek(week) : null,
        holidays: hasHours ? holidays : [],
      };
      await api.PUT(path, { ...here, body });
      await renew(path);
      say(t('shell.saved'));
    },
  );
  const { values, set, fault } = form;
  return (
    <SavedForm form={form}>
      <p>{t(calendar.open_now ? 'settings.open_now' : 'settings.closed_now')}</p>
      <Switch
        label={t('settings.has_hours')}
        help={t('settings.has_hours_help')}
        isSelected={values.hasHours}
        onChange={(hasHours) => set({ hasHours })}
      />
      {values.hasHours && (
        <>
          <Suggest label={t('settings.time_zone')} options={timeZones} {...form.bind('time_zone')} />
          <Week week={values.week} fault={fault} onChange={(week) => set({ week })} />
          <Holidays holidays={values.holidays} fault={fault} onChange={(holidays) => set({ holidays })} />
        </>
      )}
    </SavedForm>
  );
}
