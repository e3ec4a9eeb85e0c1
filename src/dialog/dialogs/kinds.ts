import { showId } from '../../platform/ids.ts';
import { type DialogPayload, dialogTurn } from '../flows/dialog-turn.ts';
import { presentFor } from '../flows/skip.ts';
import { lateBy, stimulusOf } from '../flows/told.ts';
import { callsOf } from '../scenario/branches.ts';
import type { Position } from '../scenario/position.ts';
import type { TaskOf } from '../tasks/kind.ts';
import type { Told } from '../tasks/waiters.ts';
import { type Binding, bindingCode } from './binding.ts';
import { unansweredEntry } from './hold.ts';
import { event, type Press, received } from './said.ts';
import { type DialogTurn, type TurnOptions, type TurnWork, takeTurns } from './turns.ts';
import { pressed, said, takenUp } from './understand.ts';

/** The kinds of task that move dialogs. All tasks of an identity are in one lane, so they run one after the other. */
export function dialogKinds(options: TurnOptions & { binding: Binding }) {
  return [
    received.inner({
      noun: 'message',
      succeeded: 'ignored',
      subject: (task) => showId('message', task.id),
      async apply(tx, tasks, outbox) {
        const codes = tasks.flatMap(({ projectId, payload }) => {
          const code = bindingCode(payload.text);
          return code === undefined ? [] : [{ projectId, code }];
        });
        const work: TurnWork<(typeof tasks)[number]> = async (turn) => {
          const { text, data: given, press, attachments } = turn.task.payload;
          if (press?.rates) return rated(turn, press, press.rates);
          const code = bindingCode(text);
          if (code !== undefined) return options.binding.redeem(tx, turn, code);
          const data = attachments ? { ...given, attachments } : given;
          if (!press) return said(turn, 'message', text, data);
          const { word, data: more, ...effect } = await pressed(turn, { text, data, press });
          turn.answerPress(press, effect);
          return { word, data: more };
        };
        const more = codes.length > 0 ? await options.binding.profilesOf(tx, codes) : [];
        return takeTurns(tx, outbox, options, tasks, work, more);
      },
    }),
    event.inner({
      noun: 'event',
      succeeded: 'ignored',
      subject: (task) => task.payload.event_id,
      apply: (tx, tasks, outbox) =>
        takeTurns(tx, outbox, options, tasks, async (turn) => {
          const { text, data, answers } = turn.task.payload;
          // Only the customer can link their account, and only in the channel itself. From elsewhere the text is just stored.
          if (bindingCode(text) !== undefined) return { word: 'binding_refused' };
          return said(turn, 'event', text, data, answers);
        }),
    }),
    dialogTurn.inner({
      noun: 'dialog',
      succeeded: 'advanced',
      subject: (task) => showId('identity', task.identityId),
      apply: (tx, tasks, outbox) => takeTurns(tx, outbox, options, tasks, moved),
    }),
  ];
}

async function moved(
  turn: DialogTurn<TaskOf<DialogPayload, true>>,
): Promise<{ word: string; data?: Record<string, unknown> }> {
  const { dialog } = turn;
  const { payload } = turn.task;
  if ('call' in payload) {
    if (dialog.heldAt && isAwaited(dialog.position, payload)) {
      dialog.kept = [...dialog.kept, payload];
      return { word: 'held' };
    }
    const isConsumed = await turn.advance(stimulusOf(dialog.position, payload));
    return isConsumed ? { word: 'advanced' } : { word: 'ignored', data: lateBy(payload) };
  }
  switch (payload.type) {
    case 'timer':
      return timePassed(turn, presentFor(payload.skip, dialog));
    case 'later':
      return takenUp(turn);
    case 'released':
      return dialog.heldAt?.toISOString() === payload.held_at
        ? release(turn, payload.by)
        : { word: 'ignored' };
    case 'operator_wanted': {
      if (dialog.heldAt) return { word: 'ignored' };
      const { minutes } = payload;
      const asked = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000);
      await turn.holdForPerson(asked);
      const until = dialog.heldUntil;
      return { word: 'handover', data: { by: 'customer', until: until?.toISOString() ?? null } };
    }
    default:
      return payload satisfies never;
  }
}

/** @param now what is taken for the present: later than it is, if a wait is skipped */
async function timePassed(turn: DialogTurn, now: Date) {
  const { heldAt, heldUntil } = turn.dialog;
  if (!heldAt) return { word: (await turn.advance({ type: 'timer', now })) ? 'advanced' : 'ignored' };
  return heldUntil && heldUntil <= now ? release(turn, null, now) : { word: 'held' };
}

/** A customer rates a person. The scenario never sees it, and it is no message to be answered. */
function rated(turn: DialogTurn, press: Press, { person }: NonNullable<Press['rates']>) {
  turn.answerPress(press, { notice: null, spent: true });
  const data = { message_id: press.message_id, rating: press.index + 1, person_id: person };
  return { word: 'rated', data };
}

function isAwaited(position: Position | null, { call }: Told): boolean {
  return callsOf(position).some(({ id }) => id === call);
}

/**
 * Gives a dialog back to the scenario, which continues from its position with the results that came meanwhile.
 * @param by e-mail address of the operator; null if the hold expired
 */
async function release(turn: DialogTurn, by: string | null, now = new Date()) {
  const { dialog } = turn;
  const kept = dialog.kept as Told[];
  // A step that waited for an operator must know whether one came.
  const wasTaken = by !== null || dialog.heldBy !== null;
  const answered = !wasTaken && (await turn.isAnswered());
  if (!wasTaken) turn.note(unansweredEntry(dialog, turn.task.requestId));
  Object.assign(dialog, { heldAt: null, heldBy: null, heldUntil: null, kept: [] });
  const moves = await turn.advance(wasTaken ? { type: 'released' } : { type: 'timer', now, answered });
  // After what was said meanwhile nobody knows what the scenario waits for, unless a message is kept that answers it.
  if (!moves && !dialog.position?.later?.length) await turn.advance({ type: 'ask', now });
  for (const told of kept) await turn.advance(stimulusOf(dialog.position, told));
  return { word: 'released', data: { by } };
}
