import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { queries } from '../api/client.ts';
import { below, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { buttonClass } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage, useCanOpen } from '../shell/to-page.tsx';
import { t } from '../text/text.ts';
import { mendOf } from './mends.ts';
import css from './readiness.module.css';
import { foundOf, type ReadinessItem, titleOf } from './readiness-words.ts';

const path = '/api/owner/projects/{project_id}/readiness';

const looks = {
  blocking: { look: 'bad', icon: <CircleAlert size={16} className={css.blocking} /> },
  warning: { look: 'warn', icon: <TriangleAlert size={16} className={css.warning} /> },
  ok: { look: 'good', icon: <CircleCheck size={16} className={css.ok} /> },
} as const;

const order = ['blocking', 'warning'];

/** What is no lack: a project whose people do everything in the console needs no key. */
const isNoLack = ({ id }: ReadinessItem) => id === 'keys';

/** What is missing or wrong before the project goes live, the worst first, each with the way to its mend. */
export function Readiness() {
  const projectId = useProjectId();
  const { data, error, refetch } = queries.useQuery('get', path, below(projectId), { staleTime: 60_000 });
  useRenewals(projectId, /^(?:channel|key|scenario|workflow|connection|receiver)\./, path);
  const open = (data?.items ?? [])
    .filter((item) => item.status !== 'ok' && !isNoLack(item))
    .sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const done = (data?.items ?? []).filter((item) => item.status === 'ok' || isNoLack(item));
  const worst = open.some(({ status }) => status === 'blocking') ? 'blocking' : open.length > 0 && 'warning';
  return (
    <Section
      title={t('overview.readiness')}
      acts={
        data && (
          <Badge look={worst ? looks[worst].look : 'good'}>
            {t(worst ? `overview.open_${worst}` : 'overview.all_ready', {
              count: open.filter(({ status }) => status === worst).length,
            })}
          </Badge>
        )
      }
    >
      {error && !data && <ProblemNotice error={error} again={() => void refetch()} />}
      {!error && !data && <Loading label={t('shell.loading')} />}
      {open.length > 0 && (
        <Rows label={t('overview.readiness')}>
          {open.map((item) => (
            <OpenItem key={item.id} item={item} />
          ))}
        </Rows>
      )}
      {done.length > 0 && (
        <details className={css.done}>
          <summary>{t('overview.done_items', { count: done.length })}</summary>
          <Rows label={t('overview.status_ok')}>
            {done.map((item) => (
              <Row key={item.id} icon={looks.ok.icon} title={titleOf(item)} about={foundOf(item)} />
            ))}
          </Rows>
        </details>
      )}
    </Section>
  );
}

function OpenItem({ item }: { item: ReadinessItem }) {
  const { id, status } = item;
  const { look, icon } = looks[status];
  return (
    <Row
      icon={icon}
      title={titleOf(item)}
      about={
        <>
          {foundOf(item)} <Otherwise id={id} />
        </>
      }
      end={
        <>
          <Badge look={look}>{t(`overview.status_${status}`)}</Badge>
          <MendLink id={id} />
        </>
      }
    />
  );
}

/** The way to the place where it is mended. */
function MendLink({ id }: { id: string }) {
  const { page, apart, part, by = 'build' } = mendOf(id);
  const canOpen = useCanOpen(page ?? '');
  const mayMend = useMay(by);
  if (!mayMend) return null;
  if (page && canOpen)
    return (
      <ToPage to={page} look="plain">
        {t('overview.mend')}
      </ToPage>
    );
  if (apart)
    return (
      <Link to={apart} className={buttonClass('plain')}>
        {t('overview.mend')}
      </Link>
    );
  if (part)
    return (
      <a href={`#${part}`} className={buttonClass('plain')}>
        {t('overview.mend')}
      </a>
    );
  return null;
}

/** Who mends it, where the reader cannot. */
function Otherwise({ id }: { id: string }) {
  const { setting, apart, page, by = 'build', docs = '' } = mendOf(id);
  const mayMend = useMay(by);
  if (setting) return t('overview.setting_docs', { docs });
  if (mayMend || !(page || apart)) return null;
  return t(by === 'own' ? 'overview.mended_by_owner' : 'overview.mended_by');
}
