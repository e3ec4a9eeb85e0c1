import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { Loaded } from '../shell/loaded.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './usage.module.css';

/** From this share of a limit on it is said in another colour. */
const near = 0.8;
const mebibyte = 2 ** 20;

/** How much of its limits the project has used. */
export function Usage() {
  const usage = queries.useQuery('get', '/api/owner/projects/{project_id}/usage', below(useProjectId()), {
    refetchInterval: 30_000,
  });
  return (
    <Loaded from={usage} rows={1}>
      {({ accepted_today, unfinished, files, requests_per_minute }) => (
        <dl className={css.usage}>
          <Meter name={t('log.accepted_today')} help={t('log.accepted_help')} {...accepted_today} />
          <Meter name={t('log.unfinished')} help={t('log.unfinished_help')} {...unfinished} />
          <Meter
            name={t('log.files')}
            help={t('log.files_help')}
            used={Math.ceil(files.used / mebibyte)}
            limit={Math.floor(files.limit / mebibyte)}
          />
          <div className={css.one}>
            <dt>{t('log.rate')}</dt>
            <dd className={css.figure}>{showNumber(requests_per_minute)}</dd>
            <dd className={css.help}>{t('log.rate_help')}</dd>
          </div>
        </dl>
      )}
    </Loaded>
  );
}

interface MeterProps {
  name: string;
  used: number;
  limit: number;
  help: string;
}

function Meter({ name, used, limit, help }: MeterProps) {
  return (
    <div className={css.one}>
      <dt>{name}</dt>
      <dd className={css.figure}>
        {showNumber(used)} <span className={css.limit}>{t('log.of', { limit: showNumber(limit) })}</span>
      </dd>
      <dd>
        <meter
          className={css.meter}
          aria-label={name}
          value={used}
          max={limit}
          data-near={used >= near * limit}
        />
      </dd>
      <dd className={css.help}>{help}</dd>
    </div>
  );
}
