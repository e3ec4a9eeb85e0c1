import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { below, useProjectId } from '../api/project.ts';
import { type PushState, switchPushOff, switchPushOn, tryPush, usePushState } from '../api/push.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDate } from '../text/format.ts';
import { t } from '../text/text.ts';

const path = '/api/owner/projects/{project_id}/notifications';

interface BrowsersProps {
  settings: Shape<'Notifications'>;
}

/** In which browsers the person is told, this one and others. They hold for all projects. */
export function Browsers({ settings }: BrowsersProps) {
  const read = queries.useQuery('get', '/api/owner/push');
  return (
    <Section title={t('push.title')}>
      <p>{t('push.text')}</p>
      <Loaded from={read}>{({ items }) => <Standing items={items} settings={settings} />}</Loaded>
    </Section>
  );
}

function Standing({ items, settings }: BrowsersProps & { items: readonly Shape<'NotifiedBrowser'>[] }) {
  const here = below(useProjectId());
  const me = usePerson();
  const state = usePushState(me.id, items);
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState<string>();
  const [trial, setTrial] = useState<string>();
  const wantsNothing = !settings.push.waiting && !settings.push.mine;

  /** One at a time. @param name of what is done */
  const act = async (name: string, work: () => Promise<unknown>) => {
    setError(undefined);
    setTrial(undefined);
    setPending(name);
    try {
      await work();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(undefined);
    }
  };
  const switchOn = async () => {
    if (!(await switchPushOn(me.id)) || !wantsNothing) return;
    // Whoever wants notifications here wants some of this project.
    await api.PUT(path, { ...here, body: { ...settings, push: { waiting: true, mine: true } } });
    await renew(path);
  };
  const showOne = async (id: string) => {
    const answer = await tryPush(id);
    if (answer?.outcome === 'taken') say(t('push.tried'));
    else setTrial(whyNot(answer));
  };
  return (
    <>
      <ThisBrowser
        {...{ state, pending, wantsNothing }}
        onSwitchOn={() => void act('on', switchOn)}
        onTry={(id) => void act('try', () => showOne(id))}
        onSwitchOff={(id) => void act(id, () => switchPushOff(id))}
      />
      {trial !== undefined && <Notice look="bad">{trial}</Notice>}
      {error instanceof ApiProblem && <ProblemNotice error={error} />}
      {error !== undefined && !(error instanceof ApiProblem) && (
        <Notice look="bad">{t('push.unreachable')}</Notice>
      )}
      {items.length > 0 && (
        <Rows label={t('push.list')}>
          {items.map(({ id, device, created_at }) => (
            <Row
              key={id}
              title={device || t('account.unknown_device')}
              about={t('push.since', { when: showDate(created_at) })}
              end={
                typeof state === 'object' && state.id === id ? (
                  <Badge look="good">{t('push.this_one')}</Badge>
                ) : (
                  <Button isPending={pending === id} onPress={() => void act(id, () => switchPushOff(id))}>
                    {t('push.remove')}
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
    </>
  );
}

/** Why a trial does not come. */
function whyNot(answer: Shape<'BrowserTrial'> | undefined): string {
  if (!answer || answer.outcome === 'ended') return t('push.trial_ended');
  if (answer.status === null) return t('push.trial_unreached');
  return t('push.trial_refused', { status: String(answer.status) });
}

interface ThisBrowserProps {
  state: PushState;
  pending: string | undefined;
  wantsNothing: boolean;
  onSwitchOn(): void;
  onTry(id: string): void;
  onSwitchOff(id: string): void;
}

function ThisBrowser({ state, pending, wantsNothing, onSwitchOn, onTry, onSwitchOff }: ThisBrowserProps) {
  if (state === 'unsupported') return <Notice look="plain">{t('push.unsupported')}</Notice>;
  if (state === 'blocked')
    return <Notice look="warn">{t('push.blocked', { host: location.hostname })}</Notice>;
  if (state === 'off')
    return (
      <Notice
        look="plain"
        acts={
          <Button look="main" isPending={pending === 'on'} onPress={onSwitchOn}>
            {t('push.switch_on')}
          </Button>
        }
      >
        {t('push.off')}
      </Notice>
    );
  return (
    <Notice
      look={wantsNothing ? 'warn' : 'good'}
      acts={
        <>
          <Button isPending={pending === 'try'} onPress={() => onTry(state.id)}>
            {t('push.try')}
          </Button>
          <Button isPending={pending === state.id} onPress={() => onSwitchOff(state.id)}>
            {t('push.switch_off')}
          </Button>
        </>
      }
    >
      {wantsNothing ? t('push.nothing_wanted') : t('push.on')}
    </Notice>
  );
}
