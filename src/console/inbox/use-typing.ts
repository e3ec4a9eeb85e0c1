import { useEffect } from 'react';
import type { Message } from './thread.ts';
import { usePassing } from './use-passing.ts';

/** Who types in a conversation. @param messages what was said, oldest first; undefined before anything was read */
export function useTyping(
  projectId: string,
  profileId: string,
  messages: readonly Message[] | undefined,
): { customer: boolean; colleagues: readonly string[] } {
  const { who, forget } = usePassing('typing', projectId, profileId);
  const last = messages?.at(-1);
  const { author, by } = last ?? {};
  const speaker = author === 'customer' ? author : by && 'email' in by ? by.email : undefined;
  // Whoever has said it types no more; if they go on, the stream says so again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useEffect(() => {
    if (speaker !== undefined) forget(speaker);
  }, [last?.id]);
  return { customer: who.includes('customer'), colleagues: who.filter((each) => each !== 'customer') };
}
