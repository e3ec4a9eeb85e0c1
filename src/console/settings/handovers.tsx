import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Field } from '../kit/field.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { say } from '../kit/toast.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/handovers';

/** What happens while customers wait for a person. */
export function Handovers() {
  const settings = queries.useQuery('get', path, below(useProjectId()));
  return <Loaded from={settings}>{(read) => <HandoversForm settings={read} />}</Loaded>;
}

function HandoversForm({ settings }: { settings: Shape<'HandoverSettings'> }) {
  const here = below(useProjectId());
  const form = useForm(
    { away_text: settings.away_text ?? '', unanswered_minutes: settings.unanswered_minutes },
    async ({ away_text, unanswered_minutes }) => {
      await api.PUT(path, { ...here, body: { away_text: away_text.trim() || null, unanswered_minutes } });
      await renew(path);
      say(t('shell.saved'));
    },
  );
  return (
    <SavedForm form={form}>
      <Field
        label={t('settings.away_text')}
        help={t('settings.away_help')}
        rows={3}
        {...form.bind('away_text')}
      />
      <NumberField
        label={t('settings.unanswered')}
        help={t('settings.unanswered_help')}
        unit={t('settings.minutes')}
        min={1}
        {...form.bind('unanswered_minutes')}
      />
    </SavedForm>
  );
}
