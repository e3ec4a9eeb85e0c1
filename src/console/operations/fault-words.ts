import { t, textFor } from '../text/text.ts';
import type { Job } from './job-view.tsx';

type Fault = NonNullable<Job['error']>;

/** What an answer with a status other than success means: whether anything was done, and what to look at. */
function aboutStatus(status: number): string {
  if (status === 401 || status === 403) return t('job_http.refused');
  if (status === 404) return t('job_http.missing');
  if (status === 429) return t('job_http.busy');
  if (status >= 300 && status < 400) return t('job_http.elsewhere');
  return t(status >= 500 ? 'job_http.broken' : 'job_http.other');
}

/** What went wrong in a call, and what it means. */
export function faultWords({ code, message, reason }: Fault): { title: string; text: string } {
  const [, status] = /^http_(\d{3})$/.exec(code) ?? [];
  if (status) return { title: t('job_http.title', { status }), text: aboutStatus(Number(status)) };
  return { title: textFor('job_error', code, message), text: reason ? t(`reach.${reason}`) : message };
}
