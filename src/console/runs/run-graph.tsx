import { useMemo } from 'react';
import type { Mark } from '../flow/index.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { t } from '../text/text.ts';
import { VersionGraph } from '../versions/index.ts';
import type { Run } from './run.ts';

const states = { succeeded: 'good', failed: 'bad', waiting: 'running' } as const;

/** How each step of a run stands, as the run came to it last, and how often it came there if more than once. */
function marksOf({ steps }: Run): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const times = new Map<string, number>();
  for (const { id, status } of steps) {
    const n = (times.get(id) ?? 0) + 1;
    times.set(id, n);
    marks.set(id, {
      state: states[status],
      title: t(`runs.status_${status}`),
      ...(n > 1 && { count: `${n}×` }),
    });
  }
  return marks;
}

/** The way of a run on the graph of its version. A press on a step shows it beside. */
export function RunGraph({ run }: { run: Run }) {
  const [search, change] = useAddress();
  const marks = useMemo(() => marksOf(run), [run]);
  return (
    <VersionGraph
      subject={run.workflow}
      version={run.version}
      marks={marks}
      label={t('runs.on_graph')}
      selected={wordAt(search, 'step')}
      onSelect={(step) => marks.has(step) && change({ step })}
    />
  );
}
