import { lazy, Suspense } from 'react';
import { useMay, useProjectId } from '../api/project.ts';
import { Page, Section } from '../kit/page.tsx';
import { Loading } from '../kit/states.tsx';
import { useTick } from '../kit/tick.ts';
import { loadTextsOf, t } from '../text/text.ts';
import { ChannelSwitch } from './channel-switch.tsx';
import { Figures } from './figures.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Queue } from './queue.tsx';
import { useNeeds } from './use-needs.ts';

// Whoever has done all of it, or put it away, never loads it.
const Guide = lazy(async () => ({ default: (await import('../first-run/index.ts')).Guide }));

// What it says of all that may be found is not among the texts of a first visit.
const Readiness = lazy(async () => {
  const [{ Readiness }] = await Promise.all([import('./readiness.tsx'), loadTextsOf('readiness')]);
  return { default: Readiness };
});

/** What needs somebody first, then how things stand, then what is missing. */
export function OverviewPage() {
  const mayRead = useMay('read');
  const mayWork = useMay('work');
  const mayOwn = useMay('own');
  const projectId = useProjectId();
  const read = useNeeds();
  useTick(15_000);
  return (
    <Page title={t('page.overview')} acts={mayRead && <ChannelSwitch />}>
      <NeedsYou {...read} />
      {mayOwn && (
        <Suspense>
          <Guide key={projectId} isFirst={!read.needs?.count} />
        </Suspense>
      )}
      {mayRead && <Figures />}
      {mayWork && <Queue />}
      {mayWork && (
        <Suspense
          fallback={
            <Section title={t('overview.readiness')}>
              <Loading label={t('shell.loading')} />
            </Section>
          }
        >
          <Readiness />
        </Suspense>
      )}
    </Page>
  );
}
