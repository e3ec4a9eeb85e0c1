import { useMay, useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page, Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { makeDraft, publishDraft } from './acts.ts';
import { Compared } from './compared.tsx';
import { useRunning } from './running.ts';
import { type Subject, useSubject, useVersions, type Version } from './subject.tsx';
import css from './versions.module.css';

/** The published versions of the scenario or of a workflow, what differs between two, and the way back to an earlier one. */
export function VersionsPage() {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  const [subject, field] = useSubject();
  const versions = useVersions(subject);
  const running = useRunning(subject);
  const [search, change] = useAddress();
  const newest = versions.data?.[0]?.version;
  const publish = async () => {
    const version = await publishDraft(project_id, subject);
    say(t('versions.published', { version: version ?? '' }));
  };
  return (
    <Page
      title={t('page.versions')}
      lead={t('versions.lead')}
      isWide
      acts={
        <>
          <span className={css.subject}>{field}</span>
          {mayBuild && (
            <ConfirmButton
              look="main"
              title={
                newest === undefined
                  ? t('versions.publish_first')
                  : t('versions.publish_title', { version: newest + 1 })
              }
              text={
                newest === undefined
                  ? t('versions.publish_first_text')
                  : t('versions.publish_text', { version: newest })
              }
              verb={t('versions.publish')}
              act={publish}
            >
              {t('versions.publish_draft')}
            </ConfirmButton>
          )}
        </>
      }
    >
      {mayBuild && newest !== undefined && (
        <Compared
          subject={subject}
          numbers={versions.data!.map(({ version }) => version)}
          from={wordAt(search, 'from') ?? String(newest)}
          to={wordAt(search, 'to') ?? 'draft'}
          onChange={change}
        />
      )}
      <Section title={t('versions.list')}>
        <Loaded from={versions}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={t('versions.none')} text={t('versions.none_text')} />
            ) : (
              <Rows label={t('versions.list')}>
                {list.map((version) => (
                  <VersionRow
                    key={version.version}
                    subject={subject}
                    version={version}
                    running={running?.(version.version)}
                    isNewest={version.version === newest}
                    onCompare={() => change({ from: String(version.version), to: undefined })}
                  />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

interface VersionRowProps {
  subject: Subject;
  version: Version;
  /** How many dialogs it leads, in words; absent until it is known, and of workflows. */
  running: string | undefined;
  isNewest: boolean;
  onCompare(): void;
}

function VersionRow({ subject, version, running, isNewest, onCompare }: VersionRowProps) {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  const { version: n, published_at: at, published_by: by, restored_from: from } = version;
  const number = String(n);
  const restore = async () => {
    await makeDraft(project_id, subject, n);
    say(t('versions.restored', { version: n }));
  };
  return (
    <Row
      title={
        <span className={css.title}>
          {t('runs.version_n', { version: n })}
          {isNewest && <Badge look="good">{t('versions.in_force')}</Badge>}
        </span>
      }
      about={[showMoment(at), by, from && t('versions.copy_of', { version: from }), running]
        .filter(Boolean)
        .join(' · ')}
      end={
        <>
          {subject === undefined ? (
            <ToPage to="dialogs" search={{ version: number }} look="quiet">
              {t('versions.dialogs')}
            </ToPage>
          ) : (
            <ToPage to="runs" search={{ workflow: subject, version: number }} look="quiet">
              {t('versions.runs')}
            </ToPage>
          )}
          <ToPage
            to="steps"
            search={{ version: number, ...(subject !== undefined && { of: subject }) }}
            look="quiet"
          >
            {t('versions.figures')}
          </ToPage>
          {mayBuild && (
            <>
              <Button onPress={onCompare}>{t('versions.compare')}</Button>
              <ConfirmButton
                title={t('versions.restore_title', { version: n })}
                text={t('versions.restore_text')}
                verb={t('versions.restore')}
                act={restore}
              >
                {t('versions.restore')}
              </ConfirmButton>
            </>
          )}
        </>
      }
    />
  );
}
