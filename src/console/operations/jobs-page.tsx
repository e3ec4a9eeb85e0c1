import { Page } from '../kit/page.tsx';
import { t } from '../text/text.ts';
import { JobList } from './job-list.tsx';

/** What operations did, whoever asked for it. */
export const JobsPage = () => (
  <Page title={t('page.jobs')} lead={t('jobs.lead')} isWide>
    <JobList />
  </Page>
);
