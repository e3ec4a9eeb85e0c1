import type { ReactNode } from 'react';
import type { Shape } from '../api/shapes.ts';
import { Notice } from '../kit/states.tsx';
import { textFor } from '../text/text.ts';

/** What a trial found, in the reader's words where there are some: what is wrong, and what to do. The server's words have the details. */
export function TrialNotice({ trial, acts }: { trial: Shape<'ChannelTrial'>; acts?: ReactNode }) {
  const { ok, code, detail, action } = trial;
  if (ok && !action) return null;
  return (
    <Notice look={ok ? 'warn' : 'bad'} title={textFor('trial', code, detail)} acts={acts}>
      <p>{textFor('trial_action', code, action ?? '')}</p>
    </Notice>
  );
}
