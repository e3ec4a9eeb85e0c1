import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, queries } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Page, Section } from '../kit/page.tsx';
import { Loading, Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t, word } from '../text/text.ts';
import { isKnown, type Kind, settingsOf, valuesOf } from './connection-values.ts';
import {
  type Connection,
  connectionPath,
  ofSlug,
  renewConnections,
  testPath,
  useConnection,
  useOperationsOf,
} from './connections.ts';
import { FurtherFields, KindFields } from './kind-fields.tsx';
import { TestReport } from './test-report.tsx';
import { UsedBy } from './used-by.tsx';

/** A connection: whether it works, what uses it, and its settings. */
export function ConnectionPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const connection = useConnection(slug);
  if (hasCode(connection.error, 'connection_not_found')) return <NotFound />;
  const { data } = connection;
  return (
    <Page
      title={data?.name ?? t('page.connections')}
      lead={
        data && (
          <>
            {word('connection_kind', data.kind)} · <code>{slug}</code>
          </>
        )
      }
      acts={data && <DeleteConnection connection={data} />}
    >
      <Loaded from={connection}>
        {(shown) => (
          <>
            <Test key={slug} connection={shown} />
            <UsedBy slug={slug} />
            {isKnown(shown.kind) && <SettingsForm key={slug} connection={shown} kind={shown.kind} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Asks the other system something harmless, and says what it answered. */
function Test({ connection: { slug, kind, last_test: before } }: { connection: Connection }) {
  const projectId = useProjectId();
  const [search, change] = useAddress();
  const { mutate, data, error, isPending } = queries.useMutation('post', testPath, {
    onSettled: () => void renewConnections(),
  });
  const isWanted = wordAt(search, 'test') === 'now';
  useEffect(() => {
    if (!isWanted) return;
    change({ test: undefined });
    mutate(ofSlug(projectId, slug));
  }, [isWanted, change, mutate, projectId, slug]);
  const report = data ?? before;
  const again = (
    <Button isPending={isPending} onPress={() => mutate(ofSlug(projectId, slug))}>
      {t(report ? 'connections.test_again' : 'connections.test')}
    </Button>
  );
  return (
    <Section title={t('connections.test_title')}>
      {isPending && <Loading label={t('connections.testing')} rows={1} />}
      {!isPending && <ProblemNotice error={error} />}
      {!isPending && report && (
        <TestReport kind={kind} report={report} at={data ? undefined : before?.at} acts={again} />
      )}
      {!isPending && !report && (
        <Notice look="plain" acts={again}>
          <p>{word('connection_test', kind)}</p>
        </Notice>
      )}
    </Section>
  );
}

function SettingsForm({ connection, kind }: { connection: Connection; kind: Kind }) {
  const projectId = useProjectId();
  const { slug, name, settings } = connection;
  const form = useForm(valuesOf(name, settings), async (values) => {
    const body = { kind, name: values.name, settings: settingsOf(kind, values) };
    await api.PUT(connectionPath, { ...ofSlug(projectId, slug), body });
    await renewConnections();
    say(t('connections.saved'));
  });
  return (
    <Section title={t('connections.settings')}>
      <SavedForm form={form}>
        <Field label={t('connections.name')} {...form.bind('name')} />
        <KindFields kind={kind} form={form} stored={connection} />
        <FurtherFields kind={kind} form={form} />
      </SavedForm>
    </Section>
  );
}

function DeleteConnection({ connection: { slug, name } }: { connection: Connection }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const users = useOperationsOf(slug) ?? [];
  return (
    <ConfirmButton
      title={t('connections.delete_title', { name })}
      text={
        users.length === 0
          ? t('connections.delete_text')
          : t('connections.delete_used', {
              count: users.length,
              names: users.map((each) => each.name).join(', '),
            })
      }
      verb={t('connections.delete')}
      act={async () => {
        await api.DELETE(connectionPath, ofSlug(projectId, slug));
        say(t('connections.deleted', { name }));
        await navigate({ to: `/p/${projectId}/connections`, search: keepEnvironment } as never);
        // Only now: here the connection itself would be asked for again, which is no more.
        void renewConnections();
      }}
    >
      {t('connections.delete')}
    </ConfirmButton>
  );
}
