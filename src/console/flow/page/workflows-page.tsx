import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renew } from '../../api/cache.ts';
import { api, queries } from '../../api/client.ts';
import { below, type Environment, useEnvironment, useProjectId } from '../../api/project.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { Page, Row, Rows } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { Badge, Empty, Notice } from '../../kit/states.tsx';
import { FormDialog, useForm } from '../../shell/form.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { keepEnvironment } from '../../shell/page-link.tsx';
import { asNew, unlessTaken } from '../../shell/slug-field.tsx';
import { ToPage } from '../../shell/to-page.tsx';
import { t, word } from '../../text/text.ts';

const list = '/api/owner/projects/{project_id}/workflows';

/** The workflows of the project. */
export function WorkflowsPage() {
  const projectId = useProjectId();
  const [isMaking, setMaking] = useState(false);
  const workflows = queries.useQuery('get', list, below(projectId));
  const make = (
    <Button look="main" onPress={() => setMaking(true)}>
      {t('flow.new_workflow')}
    </Button>
  );
  return (
    <Page title={t('page.workflows')} lead={<Lead />} acts={make}>
      <Loaded from={workflows}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('flow.no_workflows')} text={t('flow.no_workflows_text')} />
          ) : (
            <Rows label={t('page.workflows')}>
              {items.map(({ id, name, description, environment, published_version: version }) => (
                <Row
                  key={id}
                  title={
                    <Link to={`/p/${projectId}/workflows/${id}` as never} search={keepEnvironment as never}>
                      {name}
                    </Link>
                  }
                  about={[id, description].filter(Boolean).join(' · ')}
                  end={
                    <>
                      <Badge>{word('flow_value', environment)}</Badge>
                      <Badge look={version === null ? 'warn' : 'good'}>
                        {version === null ? t('flow.not_published') : t('flow.version', { version })}
                      </Badge>
                    </>
                  }
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isMaking && <NewWorkflow onClose={() => setMaking(false)} />}
    </Page>
  );
}

/** What workflows are, and where the addresses are made at which other systems start them. */
const Lead = () => (
  <>
    {t('flow.workflows_lead')} {t('flow.workflows_receivers')}{' '}
    <ToPage to="receivers">{t('flow.to_receivers')}</ToPage>
  </>
);

/** A slug of a name: `Send a report` is `send-a-report`. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);

function NewWorkflow({ onClose }: { onClose(): void }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const looksAt = useEnvironment();
  const [first] = useState({
    name: '',
    slug: undefined as string | undefined,
    environment: 'sandbox' as Environment,
  });
  const form = useForm(first, async ({ name, slug = slugOf(name), environment }) => {
    await unlessTaken(api.PUT(`${list}/{slug}`, { ...asNew(projectId, slug), body: { name, environment } }));
    void renew(list);
    onClose();
    // The page is that of the environment in which it runs, so that its runs are found there.
    const search = environment === 'sandbox' ? { env: environment } : {};
    await navigate({ to: `/p/${projectId}/workflows/${slug}` as never, search: search as never });
  });
  const { name, slug, environment } = form.values;
  const shown = slug ?? slugOf(name);
  return (
    <FormDialog
      title={t('flow.new_workflow')}
      verb={t('flow.make')}
      form={form}
      onClose={onClose}
      isEmpty={name.trim() === '' || shown === ''}
    >
      <Field label={t('flow.name')} autoFocus {...form.bind('name')} />
      <Field
        label={t('flow.slug')}
        help={t('flow.slug_help')}
        value={shown}
        onChange={(text) => form.set({ slug: text })}
        fault={form.fault('slug')}
      />
      <Select
        label={t('flow.environment')}
        help={t('flow.environment_help')}
        value={environment}
        options={[
          ['sandbox', word('flow_value', 'sandbox')],
          ['live', word('flow_value', 'live')],
        ]}
        onChange={(chosen) => form.set({ environment: chosen })}
      />
      {environment !== looksAt && <Notice look="warn">{t(`flow.turns_to_${environment}` as const)}</Notice>}
    </FormDialog>
  );
}
