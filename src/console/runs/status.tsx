import { Ban, CircleCheck, CircleHelp, CircleX, Clock, Hourglass, LoaderCircle } from 'lucide-react';
import { Badge } from '../kit/states.tsx';
import { t } from '../text/text.ts';
import type { RunStatus } from './run.ts';

const looks = {
  queued: ['plain', Clock],
  running: ['plain', LoaderCircle],
  waiting: ['plain', Hourglass],
  succeeded: ['good', CircleCheck],
  failed: ['bad', CircleX],
  unknown: ['warn', CircleHelp],
} as const;

interface StatusProps {
  status: RunStatus;
  /** Somebody has cancelled it. */
  isCanceled?: boolean | undefined;
}

/** How a run or a step stands, as a word with a picture. */
export function Status({ status, isCanceled }: StatusProps) {
  const [look, Icon] = isCanceled ? (['plain', Ban] as const) : looks[status];
  return (
    <Badge look={look}>
      <Icon size={12} aria-hidden="true" />
      {t(isCanceled ? 'runs.status_canceled' : `runs.status_${status}`)}
    </Badge>
  );
}

/** Whether it ended because somebody cancelled it: the API calls that failed. */
export const wasCanceled = ({ error }: { error: { code: string } | null }): boolean =>
  error?.code === 'canceled';
