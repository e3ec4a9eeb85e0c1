import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Thread } from './thread.ts';

/** Brings a message into the middle of the thread. @returns whether it is there */
export function showMessage(id: string): boolean {
  const at = document.getElementById(id);
  at?.scrollIntoView({ block: 'center' });
  return at !== null;
}

/** Loads older messages until the one that was looked for is among them, or there are no more. */
export function useLoadedTo(id: string | undefined, thread: Thread | undefined, loadOlder: () => void): void {
  const isMissing =
    id !== undefined && thread !== undefined && !thread.messages.some((message) => message.id === id);
  const cursor = isMissing ? thread.cursor : null;
  useEffect(() => {
    if (cursor !== null) loadOlder();
  }, [cursor, loadOlder]);
}

/** Shows the message that was looked for once it is there, and leaves whoever reads on where they are. @param onShown after it moved */
export function useShown(id: string | undefined, entries: unknown, onShown: () => void): void {
  const shown = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that more is loaded
  useLayoutEffect(() => {
    if (id === undefined || id === shown.current || !showMessage(id)) return;
    shown.current = id;
    onShown();
  }, [id, entries]);
}
