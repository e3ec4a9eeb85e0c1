import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { sayFinding } from '../api/finding.ts';
import { keepLastTalk, readPins } from '../api/pins.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Empty, Loading, Notice } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t } from '../text/text.ts';
import { startPath, useTalk } from './conversation.ts';
import { TalkView } from './talk-view.tsx';

/** Talks with the draft of the scenario as a customer of the sandbox would, and shows why it answers so. */
export function TrialPage() {
  const project_id = useProjectId();
  const [search, change] = useAddress();
  const identityId = wordAt(search, 'with');
  const talk = useTalk(identityId);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [findings, setFindings] = useState<readonly Shape<'Finding'>[]>([]);
  const [pinned, setPinned] = useState<readonly string[]>([]);
  const [which, setWhich] = useState<'draft' | 'published'>('draft');
  const start = async () => {
    setPending(true);
    setError(undefined);
    try {
      // What is published has steps of its own, and is tried as it is.
      const pinned = which === 'draft' ? await readPins(project_id) : {};
      const body = { which, pinned };
      const { data } = await api.POST(startPath, { params: { path: { project_id } }, body });
      setFindings(data?.findings ?? []);
      setPinned(Object.keys(pinned));
      if (data) keepLastTalk(project_id, data.identity_id);
      change({ with: data?.identity_id }, { isStep: true });
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const begin = (look: 'main' | 'plain', words: string) => (
    <Button look={look} isPending={isPending} onPress={() => void start()}>
      <FlaskConical size={16} aria-hidden="true" />
      {words}
    </Button>
  );
  const notices = (
    <>
      {findings.length > 0 && (
        <Notice look="warn" title={t('trial.findings')}>
          <FindingList findings={findings} />
        </Notice>
      )}
      {pinned.length > 0 && (
        <Notice look="plain">{t('trial.pinned', { steps: pinned.join(', '), count: pinned.length })}</Notice>
      )}
    </>
  );
  const isGone = hasCode(talk.error, 'test_conversation_not_found');
  const isTalking = identityId !== undefined && !isGone;
  return (
    <Page
      title={t('page.trial')}
      lead={t('trial.lead')}
      acts={
        <>
          <Select<'draft' | 'published'>
            label={t('trial.which')}
            isLabelHidden
            value={which}
            options={[
              ['draft', t('trial.which_draft')],
              ['published', t('trial.which_published')],
            ]}
            onChange={setWhich}
          />
          {isTalking && begin('plain', t('trial.again'))}
        </>
      }
      isWide
    >
      <Refusal error={error} />
      {!isTalking ? (
        <Empty title={t(isGone ? 'trial.gone' : 'trial.empty')} text={t('trial.empty_text')}>
          {begin('main', t('trial.begin'))}
        </Empty>
      ) : talk.data ? (
        <TalkView key={identityId} talk={talk.data} notices={notices} />
      ) : talk.error ? (
        <ProblemNotice error={talk.error} again={() => void talk.refetch()} />
      ) : (
        <Loading label={t('shell.loading')} rows={6} />
      )}
    </Page>
  );
}

const FindingList = ({ findings }: { findings: readonly Shape<'Finding'>[] }) => (
  <ul>
    {findings.slice(0, 8).map((finding) => (
      <li key={finding.path.join('.') + finding.message}>
        {[finding.step, sayFinding(finding)].filter(Boolean).join(': ')}
      </li>
    ))}
  </ul>
);

/** Why no conversation can begin, and what to do about it. */
function Refusal({ error }: { error: unknown }) {
  if (hasCode(error, 'no_sandbox_channel'))
    return (
      <Notice
        look="warn"
        title={t('trial.no_channel')}
        acts={
          <ToPage to="channels" search={{ env: 'sandbox' }} look="plain">
            {t('trial.make_channel')}
          </ToPage>
        }
      >
        <p>{t('trial.no_channel_text')}</p>
      </Notice>
    );
  if (hasCode(error, 'scenario_not_published'))
    return <Notice look="warn">{t('trial.not_published')}</Notice>;
  if (hasCode(error, 'not_publishable'))
    return (
      <Notice look="bad" title={t('trial.faults')}>
        <FindingList findings={(error.body.findings ?? []) as Shape<'Finding'>[]} />
      </Notice>
    );
  return <ProblemNotice error={error} />;
}
