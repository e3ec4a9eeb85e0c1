import { useEffect } from 'react';
import { noteConnection } from './connection.ts';
import { pause } from './pause.ts';
import { nextLogin } from './session.ts';

/**
 * What happens in a project, as it happens. All tabs of a browser share one connection: the tab that holds the lock has it, and passes
 * each event on to the others. If that tab is closed, the lock goes to another one, which reads on behind the last event that it has heard.
 */

/** An event of the stream: its name is the kind of the entry of the audit log, or `open`, `reset`, `figures`, `role`, `typing`. */
export interface LiveEvent {
  name: string;
  data: Record<string, unknown>;
  /** Where it stands in the log, if it is on record; the server reads on behind it. */
  id?: string;
}

type Listener = (event: LiveEvent) => void;

interface Stream {
  listeners: Set<Listener>;
  /** The last events on record, oldest first, each with the time in ms when it was told. */
  recent: { event: LiveEvent; at: number }[];
  close(): void;
}

const streams = new Map<string, Stream>();

/** For as long as what was read counts as fresh (api/cache.ts), and lists may be behind the log. */
const recentMs = 12_000;

/**
 * Opens the connection itself. EventSource gives only named events of known names, so the text is read here.
 * @param cursorOf the id behind which the server reads on, whenever the connection is opened
 */
async function read(
  projectId: string,
  signal: AbortSignal,
  cursorOf: () => string | undefined,
  pass: Listener,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const cursor = cursorOf();
      const response = await fetch(`/api/owner/projects/${projectId}/stream`, {
        signal,
        headers: { accept: 'text/event-stream', ...(cursor && { 'last-event-id': cursor }) },
      });
      // Without a session, a role or a free place the stream does not open; the page goes on without it.
      if (!response.ok || !response.body) {
        if (response.status < 500 && response.status !== 429) return;
        throw new Error(`the stream answered ${response.status}`);
      }
      noteConnection(true);
      for await (const block of blocksOf(response.body)) {
        const event = parse(block);
        if (event) pass(event);
      }
    } catch {
      if (signal.aborted) return;
    }
    await pause(1000 + Math.random() * 2000, signal);
  }
}

async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}

/** Reads one event by the rules of https://html.spec.whatwg.org/multipage/server-sent-events.html; undefined for a comment. */
export function parse(block: string): LiveEvent | undefined {
  let name = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    const field = line.slice(0, colon);
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  if (data.length === 0) return undefined;
  return { name, data: JSON.parse(data.join('\n')), ...(id !== undefined && { id }) };
}

/** What a new tab asks the others: the one with the connection repeats its last event, which harms nobody. */
const whereFrom = 'where from?';

function open(projectId: string): Stream {
  const listeners = new Set<Listener>();
  const ended = new AbortController();
  const recent: Stream['recent'] = [];
  /** The last event that is on record, whichever tab has read it. */
  let last: LiveEvent | undefined;
  let isLeading = false;
  const tell: Listener = (event) => {
    if (event.id !== undefined) {
      last = event;
      recent.push({ event, at: Date.now() });
      while (recent[0]!.at < Date.now() - recentMs) recent.shift();
    }
    for (const listener of listeners) listener(event);
  };
  const name = `parley-stream-${projectId}`;
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }: MessageEvent<LiveEvent | typeof whereFrom>) => {
    if (data !== whereFrom) tell(data);
    else if (isLeading && last) others.postMessage(last);
  };
  others.postMessage(whereFrom);
  const cursorOf = () => last?.id;
  const lead = () => {
    isLeading = true;
    return read(projectId, ended.signal, cursorOf, (event) => {
      tell(event);
      others.postMessage(event);
    });
  };
  // Browsers have locks only where the address is https or localhost. Elsewhere each tab has a connection of its own.
  const inTurn = () =>
    navigator.locks
      ? navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => {})
      : read(projectId, ended.signal, cursorOf, tell);
  const follow = async () => {
    while (!ended.signal.aborted) {
      await inTurn();
      isLeading = false;
      // It was refused. Another tab may have a session before this one does.
      if (!ended.signal.aborted) await nextLogin();
    }
  };
  void follow();
  return {
    listeners,
    recent,
    close() {
      ended.abort();
      others.close();
      streams.delete(projectId);
    },
  };
}

/** Tells what happens in a project for as long as the component is there. @param listener may be another one at each call */
export function useLive(projectId: string | undefined, listener: Listener): void {
  useEffect(() => {
    if (projectId === undefined) return undefined;
    let stream = streams.get(projectId);
    if (!stream) {
      stream = open(projectId);
      streams.set(projectId, stream);
    }
    const { listeners, close } = stream;
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      // The next page may want it a moment later.
      setTimeout(
        () => listeners.size === 0 && streams.get(projectId)?.listeners === listeners && close(),
        100,
      );
    };
  }, [projectId, listener]);
}

/** `useLive`, which first tells what on record has just happened: what a component shows may have been read before that. */
export function useLately(projectId: string, listener: Listener): void {
  useLive(projectId, listener);
  useEffect(() => {
    const since = Date.now() - recentMs;
    for (const { event, at } of streams.get(projectId)?.recent ?? []) if (at > since) listener(event);
  }, [projectId, listener]);
}
