import { useSyncExternalStore } from 'react';
import { workerUrl } from '../kit/trusted.ts';
import { language } from '../text/text.ts';
import { renew } from './cache.ts';
import { api } from './client.ts';
import type { Shape } from './shapes.ts';

/** Notifications that come although no page of the console is open: whether this browser has them, and the switch. */

const list = '/api/owner/push';

/** Who is told in this browser, and under which name the server knows it. */
interface Kept {
  person: string;
  id: string;
}
const kept = 'parley.push';
const readKept = (): Kept | undefined => JSON.parse(localStorage.getItem(kept) ?? 'null') ?? undefined;

export type PushState = 'unsupported' | 'blocked' | 'off' | { id: string };

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

let listeners: (() => void)[] = [];
const changed = () => {
  for (const listener of listeners) listener();
};

function subscribeToState(listener: () => void): () => void {
  listeners = [...listeners, listener];
  let watched: PermissionStatus | undefined;
  void navigator.permissions?.query({ name: 'notifications' }).then((status) => {
    watched = status;
    status.addEventListener('change', changed);
  });
  return () => {
    watched?.removeEventListener('change', changed);
    listeners = listeners.filter((each) => each !== listener);
  };
}

/** A text, since React compares it. */
function standing(person: string): string {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const known = readKept();
  return known?.person === person && Notification.permission === 'granted' ? `on ${known.id}` : 'off';
}

/** Whether a person is told in this browser, by what the browser knows. */
export const isPushOn = (person: string | undefined): boolean =>
  person !== undefined && standing(person).startsWith('on ');

/** How it stands with this browser. @param items the browsers that the server knows: one that was removed elsewhere is off here */
export function usePushState(person: string, items: readonly Shape<'NotifiedBrowser'>[]): PushState {
  const state = useSyncExternalStore(subscribeToState, () => standing(person));
  if (state === 'unsupported' || state === 'blocked') return state;
  const id = state.startsWith('on ') ? state.slice(3) : undefined;
  return id !== undefined && items.some((each) => each.id === id) ? { id } : 'off';
}

/** Starts the worker, which speaks the language of the page. It has no storage in which it could look that up. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  const address = `/console/push-worker.js?language=${language}`;
  const registration = await navigator.serviceWorker.register(
    workerUrl(address),
    // A new version is looked for each time, whatever the browser has kept.
    { scope: '/console/', updateViaCache: 'none' },
  );
  // Another worker may be active still, with the words of another language.
  const next = registration.installing ?? registration.waiting;
  if (next) await untilActive(next);
  return registration;
}

const untilActive = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'activated' && worker.state !== 'redundant') return;
      worker.removeEventListener('statechange', look);
      resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const isMadeWith = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey && new Uint8Array(options.applicationServerKey);
  return own?.length === key.length && own.every((byte, n) => byte === key[n]);
};

/** Subscribes this browser with the key of the server, unless it is, and names it to the server. */
async function nameBrowser(person: string): Promise<void> {
  const [registration, { data }] = await Promise.all([startWorker(), api.GET(list)]);
  const key = bytesOf(data!.public_key);
  let subscription = await registration.pushManager.getSubscription();
  // The keys of the server are others if it lost them.
  if (subscription && !isMadeWith(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { endpoint, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } };
  const { data: named } = await api.POST('/api/owner/push/browsers', { body });
  localStorage.setItem(kept, JSON.stringify({ person, id: named!.id } satisfies Kept));
}

/**
 * Asks the browser for permission, and lets the person be told here. Called when they press a button, and never otherwise: browsers
 * take it amiss. @returns whether they are; false if they refused @throws DOMException if the push service of the browser does not answer
 */
export async function switchPushOn(person: string): Promise<boolean> {
  const isGranted = (await Notification.requestPermission()) === 'granted';
  if (isGranted) {
    await nameBrowser(person);
    await renew(list);
  }
  changed();
  return isGranted;
}

/** Ends it in one of the person's browsers. */
export async function switchPushOff(id: string): Promise<void> {
  await api.DELETE('/api/owner/push/browsers/{browser_id}', { params: { path: { browser_id: id } } });
  if (readKept()?.id === id) {
    localStorage.removeItem(kept);
    const registration = await navigator.serviceWorker.getRegistration('/console/');
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
  await renew(list);
  changed();
}

/** Has a notification sent as real ones are. @param id this browser @returns what its push service said; undefined if the server has forgotten the browser */
export async function tryPush(id: string): Promise<Shape<'BrowserTrial'> | undefined> {
  const { data } = await api.POST('/api/owner/push/trial');
  // Browsers whose subscriptions have ended are gone.
  await renew(list);
  changed();
  return data!.items.find((each) => each.id === id);
}

/**
 * Names this browser to the server again, where somebody is told in it: the server forgets browsers when all sessions of their person have
 * ended, and browsers change their subscriptions. @param open goes to an address of the console, when somebody presses a notification
 */
export function keepPush(person: string, open: (address: string) => void): () => void {
  if (!isSupported()) return () => {};
  const listen = ({ data }: MessageEvent) => {
    if (data?.type === 'open' && typeof data.address === 'string') open(data.address);
  };
  navigator.serviceWorker.addEventListener('message', listen);
  navigator.serviceWorker.startMessages();
  // Without the server or the push service it stays as it was.
  if (isPushOn(person)) void nameBrowser(person).catch(() => {});
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}
