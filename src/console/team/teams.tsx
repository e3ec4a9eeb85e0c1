import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { below, passes, usePeople, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox, CheckboxGroup } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';

type Team = Shape<'Team'>;
const list = '/api/owner/projects/{project_id}/teams';

/** Groups of those who answer customers. Conversations can wait in the queue of a team. */
export function Teams({ mayChange }: { mayChange: boolean }) {
  const project_id = useProjectId();
  const [changed, setChanged] = useState<Team | 'new'>();
  const teams = queries.useQuery('get', list, below(project_id));
  const remove = async (team_id: string) => {
    await api.DELETE(`${list}/{team_id}`, { params: { path: { project_id, team_id } } });
    await renew(list);
  };
  const acts = mayChange && <Button onPress={() => setChanged('new')}>{t('team.new_team')}</Button>;
  return (
    <Section title={t('team.teams')} acts={acts}>
      <Loaded from={teams} rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('team.no_teams')}</p>
          ) : (
            <Rows label={t('team.teams')}>
              {items.map((team) => (
                <Row
                  key={team.id}
                  title={team.name}
                  about={team.people.map(({ email }) => email).join(', ') || t('team.nobody')}
                  end={
                    <>
                      {team.takes_handovers && <Badge>{t('team.takes_handovers')}</Badge>}
                      {team.gives_out && <Badge>{t('team.gives_out')}</Badge>}
                      {mayChange && (
                        <>
                          <Button onPress={() => setChanged(team)}>{t('keys.change')}</Button>
                          <ConfirmButton
                            title={t('team.delete_title', { name: team.name })}
                            text={t('team.delete_text')}
                            verb={t('team.delete')}
                            act={() => remove(team.id)}
                          >
                            {t('team.delete')}
                          </ConfirmButton>
                        </>
                      )}
                    </>
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {changed && (
        <TeamForm team={changed === 'new' ? undefined : changed} onClose={() => setChanged(undefined)} />
      )}
    </Section>
  );
}

function TeamForm({ team, onClose }: { team: Team | undefined; onClose(): void }) {
  const project_id = useProjectId();
  const people = usePeople(project_id).data?.items.filter(({ role }) => passes(role, 'serve')) ?? [];
  const form = useForm(
    {
      name: team?.name ?? '',
      people: team?.people.map(({ id }) => id) ?? [],
      takes_handovers: team?.takes_handovers ?? false,
      gives_out: team?.gives_out ?? false,
    },
    async (body) => {
      if (team)
        await api.PATCH(`${list}/{team_id}`, { params: { path: { project_id, team_id: team.id } }, body });
      else await api.POST(list, { ...below(project_id), body });
      await renew(list);
      onClose();
    },
  );
  return (
    <FormDialog
      title={team?.name ?? t('team.new_team')}
      verb={team ? t('shell.save') : t('team.make_team')}
      form={form}
      onClose={onClose}
    >
      <Field label={t('team.team_name')} autoFocus {...form.bind('name')} />
      <CheckboxGroup
        label={t('team.people')}
        options={people.map(({ id, email }) => [id, email] as const)}
        {...form.bind('people')}
      />
      <Checkbox
        label={t('team.takes_handovers')}
        help={t('team.takes_handovers_help')}
        isSelected={form.values.takes_handovers}
        onChange={(takes_handovers) => form.set({ takes_handovers })}
      />
      <Checkbox
        label={t('team.gives_out')}
        help={t('team.gives_out_help')}
        isSelected={form.values.gives_out}
        onChange={(gives_out) => form.set({ gives_out })}
      />
    </FormDialog>
  );
}
