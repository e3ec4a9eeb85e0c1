import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePerson } from '../api/session.ts';
import { useKeys } from '../kit/keys.ts';
import { say } from '../kit/toast.tsx';
import { t } from '../text/text.ts';
import { close, giveBack, markRead, markUnread, reopen, takeOver } from './acts.ts';
import { type Conversation, nameOf } from './filters.ts';

export type Asking = 'assign' | 'tag' | 'close';

/** Who leads the dialog. */
export type Leader = 'me' | 'others' | 'bot';

/** For so long what is read may be from before the act: the turn and the list follow within seconds. */
const settledMs = 5000;

/** What the person has just made of the lead. */
function useWanted(profileId: string) {
  const [wanted, setWanted] = useState<{ of: string; lead: Leader }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback(
    (lead: Leader, forMs: number) => {
      clearTimeout(timer.current);
      setWanted(forMs > 0 ? { of: profileId, lead } : undefined);
      if (forMs < Number.POSITIVE_INFINITY) timer.current = setTimeout(() => setWanted(undefined), forMs);
    },
    [profileId],
  );
  return [wanted?.of === profileId ? wanted.lead : undefined, set] as const;
}

/** Timers of browsers count no further. */
const longestMs = 2 ** 31 - 1;

/** Whether the time of a hold is over: nothing tells of it before the next turn of the dialog. */
function useIsOver(until: string | null | undefined): boolean {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (!until) return undefined;
    const left = Date.parse(until) - Date.now();
    const timer = setTimeout(() => setOver(until), Math.min(longestMs, Math.max(0, left)));
    return () => clearTimeout(timer);
  }, [until]);
  return over !== undefined && over === until;
}

/**
 * What can be done with the open conversation, by buttons and by keys, and what went wrong with it.
 * @param held who has taken its dialog, and until when @param next what the bot does once it has the dialog again
 */
export function useActs(
  projectId: string,
  conversation: Conversation,
  held: { by: string | null; until: string | null } | null | undefined,
  next: string | undefined,
) {
  const { id: myId, email: me } = usePerson();
  const [asks, setAsks] = useState<Asking>();
  const [fault, setFault] = useState<unknown>();
  const [pending, setPending] = useState<string>();
  const { profile_id: profileId, is_held: isHeld } = conversation;
  const [wanted, setWanted] = useWanted(profileId);
  // One after the other: whoever takes something back and presses on means what is there then.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  // What was pressed is shown at once, and until everything that tells of it has been read anew.
  const isOver = useIsOver(held?.until);
  const lead: Leader = wanted ?? (isHeld && !isOver ? (held?.by === me ? 'me' : 'others') : 'bot');
  return useMemo(() => {
    const run = async (name: string, act: () => Promise<unknown>) => {
      setPending(name);
      setFault(undefined);
      const done = before.current.then(act).then(
        () => true,
        (error) => {
          setFault(error);
          return false;
        },
      );
      before.current = done;
      const isDone = await done;
      setPending(undefined);
      return isDone;
    };
    const turn = async (now: Leader, name: string, act: () => Promise<unknown>) => {
      setWanted(now, Number.POSITIVE_INFINITY);
      setWanted(now, (await run(name, act)) ? settledMs : 0);
    };
    const acts = {
      hold: (minutes?: number) =>
        void turn('me', 'hold', () => takeOver(projectId, conversation, myId, minutes)),
      release: () => void turn('bot', 'release', () => giveBack(projectId, conversation)),
      reopen: () => void run('close', () => reopen(projectId, conversation)),
      /** Opens it, and takes the dialog as before. */
      reclaim: () =>
        void turn('me', 'close', async () => {
          await reopen(projectId, conversation);
          await takeOver(projectId, conversation, myId);
        }),
      close: () =>
        void run('close', async () => {
          await close(projectId, conversation);
          const wasMine = lead === 'me';
          const closed = t('inbox.closed_toast', { name: nameOf(conversation) });
          say(wasMine && next ? `${closed}. ${next}` : closed, {
            name: t('inbox.undo'),
            act: wasMine ? acts.reclaim : acts.reopen,
          });
        }),
      unread: () =>
        void run('unread', () =>
          conversation.is_unread ? markRead(projectId, conversation) : markUnread(projectId, conversation),
        ),
    };
    return { ...acts, asks, ask: setAsks, fault, clear: () => setFault(undefined), pending, lead };
  }, [projectId, conversation, myId, asks, fault, pending, lead, next, setWanted]);
}

export type Acts = ReturnType<typeof useActs>;

/** `e a h u t` of the open conversation. */
export function useActKeys(acts: Acts, conversation: Conversation): void {
  const map = useMemo(
    () => ({
      KeyE: () => (conversation.is_open ? acts.close() : acts.reopen()),
      KeyA: () => acts.ask('assign'),
      KeyH: () => (acts.lead === 'me' ? acts.release() : acts.hold()),
      KeyU: () => acts.unread(),
      KeyT: () => acts.ask('tag'),
    }),
    [acts, conversation.is_open],
  );
  useKeys(map);
}
