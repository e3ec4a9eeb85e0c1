import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { Page } from '../kit/page.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t, word } from '../text/text.ts';
import { Definition } from './definition.tsx';
import { JobList } from './job-list.tsx';
import { type Operation, ofSlug, operationPath, renewOperations, useOperation } from './operations.ts';
import { TryOperation } from './try-operation.tsx';

/** An operation: what it sends, a trial, and its jobs. */
export function OperationPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const operation = useOperation(slug);
  if (hasCode(operation.error, 'operation_not_found')) return <NotFound />;
  const { data } = operation;
  return (
    <Page
      title={data?.name ?? t('page.operations')}
      lead={
        data && (
          <>
            {word('operation_kind', data.kind)} · <code>{slug}</code>
            {data.connection && (
              <>
                {' · '}
                <ToPage to={`connections/${data.connection}`}>{data.connection}</ToPage>
              </>
            )}
          </>
        )
      }
      acts={data && <DeleteOperation operation={data} />}
    >
      <Loaded from={operation}>
        {(shown) => (
          <Tabs
            key={slug}
            label={shown.name}
            tabs={[
              {
                ...{ id: 'definition', name: t('operations.tab_definition') },
                content: <Definition operation={shown} />,
              },
              {
                ...{ id: 'try', name: t('operations.tab_try') },
                content: <TryOperation operation={shown} />,
              },
              { ...{ id: 'jobs', name: t('page.jobs') }, content: <JobList operation={slug} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function DeleteOperation({ operation: { id, name } }: { operation: Operation }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      title={t('operations.delete_title', { name })}
      text={t('operations.delete_text')}
      verb={t('operations.delete')}
      act={async () => {
        await api.DELETE(operationPath, ofSlug(projectId, id));
        say(t('operations.deleted', { name }));
        await navigate({ to: `/p/${projectId}/operations`, search: keepEnvironment } as never);
        void renewOperations();
      }}
    >
      {t('operations.delete')}
    </ConfirmButton>
  );
}
