import type { push } from '../text/en/push.ts';
import { spokenIn } from '../text/languages.ts';

/**
 * The service worker of the console: shows what the push service of the browser brings, also when no page is open, and leads to the
 * conversation. It keeps nothing, and no request of a page goes through it. A file of its own, in one piece.
 */

// What TypeScript has of workers collides with what it has of pages.
interface Worker {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void;
}
interface Window {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}
interface WorkerEvent {
  data: unknown;
  notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}
declare const self: Worker;

/** What the server sends: `PushedMessage` of src/dialog/push/call.ts. A trial has no project and no conversation. */
interface Pushed {
  type: string;
  project: { id: string; name: string };
  profile_id: string;
  mine: boolean;
  at: string;
}

/** Those of every language: the worker is one file, and loads nothing later. */
const all = import.meta.glob<Record<keyof typeof push, string>>('../text/*/push.ts', {
  eager: true,
  import: 'push',
});
const language = spokenIn(new URL(self.location.href).searchParams.get('language'));
const texts = all[`../text/${language}/push.ts`]!;

/** Also of what this version does not know: a browser takes the right away from whoever shows nothing. */
function titleOf({ type, mine }: Partial<Pushed>): keyof typeof push {
  if (type === 'trial') return 'push.trial';
  if (type !== 'customer_waits') return 'push.news';
  return mine ? 'push.mine' : 'push.waiting';
}

function show(pushed: Partial<Pushed>): Promise<void> {
  const { type, project, profile_id: profile } = pushed;
  const inbox = project ? `/console/p/${project.id}/inbox` : '/console/';
  const tag = type === 'trial' ? type : profile;
  return self.registration.showNotification(texts[titleOf(pushed)], {
    body: project?.name ?? '',
    lang: language,
    // A second one about the same conversation takes the place of the first, and is heard.
    ...(tag && { tag, renotify: true }),
    data: { address: profile ? `${inbox}/${profile}` : inbox },
  } as NotificationOptions);
}

/** Leads to an address: in the page that shows it already, in another one of the console, or in a new one. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = windows.filter(({ url }) => new URL(url).pathname.startsWith('/console'));
  const there =
    ours.find(({ url }) => new URL(url).pathname === address) ??
    ours.find(({ visibilityState }) => visibilityState === 'visible') ??
    ours[0];
  if (!there) return void (await self.clients.openWindow(address));
  // The page goes there by itself: it asks first if something is not saved.
  there.postMessage({ type: 'open', address });
  await there.focus();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('push', (event) => {
  const data = event.data as { json(): Partial<Pushed> } | null;
  event.waitUntil(show(data?.json() ?? {}));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { address: string }).address));
});
