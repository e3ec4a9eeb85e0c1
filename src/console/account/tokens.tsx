import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import type { Role } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { CheckboxGroup } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { Tokens as Words } from '../kit/tokens.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showAgo } from '../text/format.ts';
import { t, word } from '../text/text.ts';

type Token = Shape<'PersonalToken'>;
const list = '/api/owner/tokens';
const dayMs = 86_400_000;

const isOver = ({ revoked_at, expires_at }: Token) =>
  revoked_at !== null || Date.parse(expires_at) <= Date.now();

/** With which programs call the owner API as the person. */
export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  const tokens = queries.useQuery('get', list);
  const projects = queries.useQuery('get', '/api/owner/projects');
  const end = async (token_id: string) => {
    await api.DELETE(`${list}/{token_id}`, { params: { path: { token_id } } });
    await renew(list);
  };
  const nameOf = (id: string) => projects.data?.items.find((each) => each.id === id)?.name ?? id;
  return (
    <Section
      title={t('account.tokens')}
      acts={<Button onPress={() => setMaking(true)}>{t('account.new_token')}</Button>}
    >
      <p>{t('account.tokens_text')}</p>
      <Loaded from={tokens}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('account.no_tokens')} />
          ) : (
            <Rows label={t('account.tokens')}>
              {items.map((token) => (
                <Row
                  key={token.id}
                  title={
                    <>
                      {token.name} <code>…{token.hint}</code>
                    </>
                  }
                  about={[
                    token.last_used_at
                      ? t('keys.used', { when: showAgo(token.last_used_at) })
                      : t('keys.never_used'),
                    token.role && word('role', token.role),
                    token.project_ids?.map(nameOf).join(', ') ?? t('account.every_project'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  end={
                    isOver(token) ? (
                      <Badge>{t('account.over')}</Badge>
                    ) : (
                      <>
                        <Badge>{t('keys.expires', { when: showAgo(token.expires_at) })}</Badge>
                        <ConfirmButton
                          title={t('keys.end_title', { name: token.name })}
                          text={t('account.end_token_text')}
                          verb={t('keys.end')}
                          act={() => end(token.id)}
                        >
                          {t('keys.end')}
                        </ConfirmButton>
                      </>
                    )
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isMaking && <NewToken projects={projects.data?.items ?? []} onClose={() => setMaking(false)} />}
    </Section>
  );
}

const lifetimes = ['7', '30', '90', '365'] as const;
const roles = ['owner', 'developer', 'operator', 'analyst', 'billing'] as const;

function NewToken({ projects, onClose }: { projects: readonly Shape<'Project'>[]; onClose(): void }) {
  const [secret, setSecret] = useState<string>();
  const form = useForm(
    {
      ...{ name: '', days: '90' as (typeof lifetimes)[number], role: '' as Role | '' },
      ...{ project_ids: [] as string[], addresses: [] as readonly string[] },
    },
    async ({ name, days, role, project_ids, addresses }) => {
      const { data } = await api.POST(list, {
        body: {
          ...{ name, role: role || null },
          expires_at: new Date(Date.now() + Number(days) * dayMs - 60_000).toISOString(),
          project_ids: project_ids.length > 0 ? project_ids : null,
          allowed_addresses: addresses.length > 0 ? [...addresses] : null,
        },
      });
      void renew(list);
      setSecret(data!.token);
    },
  );
  if (secret !== undefined)
    return (
      <ShownOnce title={t('account.token')} text={t('account.token_text')} secret={secret} onDone={onClose} />
    );
  return (
    <FormDialog title={t('account.new_token')} verb={t('account.make_token')} form={form} onClose={onClose}>
      <Field label={t('keys.name')} help={t('account.token_name_help')} autoFocus {...form.bind('name')} />
      <Select
        label={t('keys.lifetime')}
        options={lifetimes.map((days) => [days, t('keys.days', { count: Number(days) })] as const)}
        {...form.bind('days', 'expires_at')}
      />
      <Select
        label={t('account.at_most')}
        help={t('account.at_most_help')}
        options={[
          ['', t('account.as_me')] as const,
          ...roles.map((role) => [role, word('role', role)] as const),
        ]}
        {...form.bind('role')}
      />
      {projects.length > 1 && (
        <CheckboxGroup
          label={t('account.in_projects')}
          help={t('account.in_projects_help')}
          options={projects.map(({ id, name }) => [id, name] as const)}
          {...form.bind('project_ids')}
        />
      )}
      <Words
        label={t('keys.addresses')}
        help={t('keys.addresses_help')}
        values={form.values.addresses}
        onChange={(addresses) => form.set({ addresses })}
        fault={form.fault('allowed_addresses')}
      />
    </FormDialog>
  );
}
