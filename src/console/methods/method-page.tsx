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
import { t } from '../text/text.ts';
import { Contract } from './contract.tsx';
import { Draft } from './draft.tsx';
import { type Method, methodPath, ofSlug, renewMethods, useMethod } from './methods.ts';
import { VersionBadge } from './methods-page.tsx';
import { TryMethod } from './try-method.tsx';
import { Versions } from './versions.tsx';

/** A method: its draft, its versions, what callers need to know, and a trial. */
export function MethodPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const method = useMethod(slug);
  if (hasCode(method.error, 'method_not_found')) return <NotFound />;
  const { data } = method;
  return (
    <Page
      title={data?.name ?? t('page.methods')}
      lead={<code>{slug}</code>}
      acts={
        data && (
          <>
            <VersionBadge method={data} />
            <DeleteMethod method={data} />
          </>
        )
      }
    >
      <Loaded from={method}>
        {(shown) => (
          <Tabs
            key={slug}
            label={shown.name}
            tabs={[
              { ...{ id: 'draft', name: t('methods.tab_draft') }, content: <Draft method={shown} /> },
              { ...{ id: 'versions', name: t('methods.versions') }, content: <Versions slug={slug} /> },
              { ...{ id: 'contract', name: t('methods.contract') }, content: <Contract slug={slug} /> },
              { ...{ id: 'try', name: t('operations.tab_try') }, content: <TryMethod slug={slug} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function DeleteMethod({ method: { id, name } }: { method: Method }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      title={t('methods.delete_title', { name })}
      text={t('methods.delete_text')}
      verb={t('methods.delete')}
      act={async () => {
        await api.DELETE(methodPath, ofSlug(projectId, id));
        say(t('methods.deleted', { name }));
        await navigate({ to: `/p/${projectId}/methods`, search: keepEnvironment } as never);
        void renewMethods();
      }}
    >
      {t('methods.delete')}
    </ConfirmButton>
  );
}
