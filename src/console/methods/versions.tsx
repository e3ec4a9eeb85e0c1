import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Row, Rows } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { renewMethods, useVersions, type Version } from './methods.ts';

/** The versions of a method, newest first, and the end of one. */
export function Versions({ slug }: { slug: string }) {
  return (
    <Loaded from={useVersions(slug)}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t('methods.unpublished')} text={t('methods.unpublished_text')} />
        ) : (
          <Rows label={t('methods.versions')}>
            {items.map((version) => (
              <VersionRow key={version.version} slug={slug} version={version} />
            ))}
          </Rows>
        )
      }
    </Loaded>
  );
}

function VersionRow({ slug, version }: { slug: string; version: Version }) {
  const project_id = useProjectId();
  const { version: number, published_at, published_by, retired_at, environment, url } = version;
  return (
    <Row
      title={t('methods.version', { version: number })}
      about={
        <>
          <div>{[showMoment(published_at), published_by, t(`shell.${environment}`)].join(' · ')}</div>
          <code>{url}</code>
        </>
      }
      end={
        retired_at ? (
          <Badge>{t('methods.retired', { when: showMoment(retired_at) })}</Badge>
        ) : (
          <>
            <Badge look="good">{t('methods.in_force')}</Badge>
            <ConfirmButton
              title={t('methods.retire_title', { version: number })}
              text={t('methods.retire_text')}
              verb={t('methods.retire')}
              act={async () => {
                await api.POST('/api/owner/projects/{project_id}/methods/{slug}/versions/{version}/retire', {
                  params: { path: { project_id, slug, version: String(number) } },
                });
                say(t('methods.was_retired', { version: number }));
                await renewMethods();
              }}
            >
              {t('methods.retire')}
            </ConfirmButton>
          </>
        )
      }
    />
  );
}
