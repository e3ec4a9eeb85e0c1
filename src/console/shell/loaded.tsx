import type { ReactNode } from 'react';
import { Loading } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface LoadedProps<Data> {
  /** A query. */
  from: { data: Data | undefined; error: unknown; refetch(): Promise<unknown> };
  /** About how many rows there will be. */
  rows?: number;
  children(data: Data): ReactNode;
}

/** What was read; or what stands in its place while it is read, or cannot be. Old data stays when reading it anew fails. */
export function Loaded<Data>({ from: { data, error, refetch }, rows = 3, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ProblemNotice error={error} again={() => void refetch()} />;
  return <Loading label={t('shell.loading')} rows={rows} />;
}
