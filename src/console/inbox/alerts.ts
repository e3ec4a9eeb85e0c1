import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { below, type Environment } from '../api/project.ts';
import { isPushOn } from '../api/push.ts';
import { knownPerson } from '../api/session.ts';
import { type LiveEvent, useLive } from '../api/stream.ts';
import { t } from '../text/text.ts';
import { type Conversation, nameOf } from './filters.ts';

/** Notifications of the desktop and a sound, for conversations that are one's own or wait for somebody. Never for what was there before. */

const kept = 'parley.sound';
let listeners: (() => void)[] = [];

/** From 0, which is silent, to 1. */
const soundVolume = () => Number(localStorage.getItem(kept) ?? '0');

export function setSoundVolume(volume: number): void {
  localStorage.setItem(kept, String(volume));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
};
export const useSoundVolume = () => useSyncExternalStore(subscribe, soundVolume);

/** Two short tones, one above the other. */
export function playSound(volume = soundVolume()): void {
  if (volume === 0) return;
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.connect(audio.destination);
  for (const [n, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const begin = audio.currentTime + n * 0.12;
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(begin);
    tone.stop(begin + 0.11);
    if (n === 1) tone.onended = () => void audio.close();
  }
  gain.gain.setValueAtTime(volume * 0.2, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.3);
}

/** What the alert is about: the same conversation alerts again when its customer has said more. */
const markOf = ({ profile_id: id, heard_at: heard, waiting_since: since }: Conversation) =>
  `${id} ${heard ?? ''} ${since ?? ''}`;

/** Of all tabs that are told of the same, one alerts. */
async function isFirst(mark: string): Promise<boolean> {
  const claim = () => {
    if (localStorage.getItem('parley.alerted') === mark) return false;
    localStorage.setItem('parley.alerted', mark);
    return true;
  };
  return navigator.locks ? navigator.locks.request('parley-alerts', claim) : claim();
}

const isGranted = () => typeof Notification !== 'undefined' && Notification.permission === 'granted';

async function alertOf(conversation: Conversation, open: (profileId: string) => void): Promise<void> {
  if (!(await isFirst(markOf(conversation)))) return;
  playSound();
  // Whoever looks at the page sees it there, and a browser that gets pushes is told by them.
  if (
    document.hasFocus() ||
    !isGranted() ||
    (conversation.customer.channel.environment === 'live' && isPushOn(knownPerson()))
  )
    return;
  const { waiting_since: isWaiting, last_message: last, profile_id: id } = conversation;
  const title = isWaiting ? t('inbox.alert_waiting', { name: nameOf(conversation) }) : nameOf(conversation);
  const notice = new Notification(title, { body: last?.text ?? '', tag: id });
  notice.onclick = () => {
    window.focus();
    open(id);
    notice.close();
  };
}

const isWorthALook = /^(?:message\.received|dialog\.(?:operator_wanted|handover)|conversation\.assigned)$/;

/** Looks after each of such events who waits or has written to the person, and alerts of what is new. */
export function useAlerts(
  projectId: string,
  environment: Environment,
  open: (profileId: string) => void,
): void {
  const known = useRef<Set<string>>(undefined);
  const latest = useRef(open);
  latest.current = open;
  const look = useCallback(async () => {
    const wanted = [{ assignee: 'me', unread: true }, { unanswered: true }] as const;
    const pages = await Promise.all(
      wanted.map((query) =>
        api.GET('/api/owner/projects/{project_id}/conversations', {
          params: { ...below(projectId).params, query: { environment, open: true, ...query } },
        }),
      ),
    );
    const now = pages.flatMap(({ data }) => data?.items ?? []);
    const before = known.current;
    known.current = new Set(now.map(markOf));
    if (before) for (const each of now) if (!before.has(markOf(each))) await alertOf(each, latest.current);
  }, [projectId, environment]);
  useEffect(() => {
    known.current = undefined;
    void look().catch(() => {});
  }, [look]);
  const listen = useCallback(
    ({ name }: LiveEvent) => {
      // The list follows within a second.
      if (isWorthALook.test(name)) setTimeout(() => void look().catch(() => {}), 1000);
    },
    [look],
  );
  useLive(projectId, listen);
}
