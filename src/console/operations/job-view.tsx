import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Code, showJson } from '../kit/code.tsx';
import { Badge, Loading, Notice } from '../kit/states.tsx';
import { SettleButton } from '../outcomes/index.ts';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showSpan } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { Attempts } from './attempts.tsx';
import { faultWords } from './fault-words.ts';
import css from './operations.module.css';
import { jobPath } from './operations.ts';

export type Job = Shape<'OwnedJob'>;
type Status = Job['status'];

const looks = {
  queued: 'plain',
  running: 'plain',
  succeeded: 'good',
  failed: 'bad',
  unknown: 'warn',
} as const;

/** How a job stands, in a word. */
export const JobBadge = ({ status }: { status: Status }) => (
  <Badge look={looks[status]}>{word('job_status', status)}</Badge>
);

const isOver = (status: Status | undefined) =>
  status === 'succeeded' || status === 'failed' || status === 'unknown';

const lookEveryMs = 500;

/** A job, looked at until it is over. */
export const useJob = (id: string) =>
  queries.useQuery(
    'get',
    jobPath,
    { params: { path: { project_id: useProjectId(), job_id: id } } },
    { refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : lookEveryMs) },
  );

/** A job that was just started, with a link to its own page. */
export const ShownJob = ({ id }: { id: string }) => (
  <Loaded from={useJob(id)}>
    {(job) => (
      <div className={css.job} role="status">
        <JobView job={job} />
        <ToPage to={`jobs/${id}`}>{t('jobs.open')}</ToPage>
      </div>
    )}
  </Loaded>
);

/** How long a job took, if it is over. */
const tookMs = ({ started_at, finished_at }: Job) =>
  started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : undefined;

/** Whether the request left: it is on record before it does. */
const isSent = ({ error }: Job) => !error?.reason || error.reason === 'no_answer';

/** How a job ended, and its course, as far as the person may see it. */
export function JobView({ job }: { job: Job }) {
  const { status, environment } = job;
  const ms = tookMs(job);
  return (
    <div className={css.job}>
      <div className={css.state}>
        <JobBadge status={status} />
        <span>{t(`shell.${environment}`)}</span>
        {ms !== undefined && <span>{showSpan(ms)}</span>}
      </div>
      {!isOver(status) && job.tried.length === 0 && <Loading label={t('jobs.waiting')} rows={2} />}
      <Fault job={job} />
      <Attempts job={job} />
      {job.hidden === undefined ? <Course job={job} /> : <LeftOut from={job} />}
    </div>
  );
}

/** What it was given, what was sent, and what it gave. */
function Course({ job }: { job: Job }) {
  const { status, environment, input, result, request, answer } = job;
  return (
    <>
      <div className={css.two}>
        <Code label={t('jobs.input')} text={showJson(input)} />
        {status === 'succeeded' && <Code label={t('jobs.result')} text={showJson(result)} />}
      </div>
      {request ? (
        <Code label={t(isSent(job) ? 'jobs.request' : 'jobs.request_meant')} text={showRequest(request)} />
      ) : (
        isOver(status) && (
          <p>{t(environment === 'sandbox' ? 'jobs.sent_nothing_sandbox' : 'jobs.sent_nothing')}</p>
        )
      )}
      <HeardAnswer answer={answer} />
    </>
  );
}

function Fault({ job: { job_id: id, status, error } }: { job: Job }) {
  if (!error) return null;
  const { title, text } = faultWords(error);
  return (
    <Notice
      look={status === 'unknown' ? 'warn' : 'bad'}
      title={title}
      acts={status === 'unknown' && <SettleButton id={id} />}
    >
      <p>
        {text} <code>{error.code}</code>
      </p>
      {status === 'unknown' && <p>{t('jobs.unknown_text')}</p>}
    </Notice>
  );
}

/** A request as it goes over the wire, but with a body that people can read. */
function showRequest({ method, url, headers, body }: NonNullable<Job['request']>): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...head, ...(body === undefined ? [] : ['', showJson(body)])].join('\n');
}
