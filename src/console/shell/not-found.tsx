import { Link } from '@tanstack/react-router';
import { Empty } from '../kit/states.tsx';
import { t } from '../text/text.ts';

/** An address that shows nothing. */
export const NotFound = () => (
  <Empty title={t('shell.not_found')} text={t('shell.not_found_text')}>
    <Link to={'/projects' as never}>{t('shell.all_projects')}</Link>
  </Empty>
);
