import { showId } from '../../platform/ids.ts';
import { type DialogPayload, dialogTurn } from '../flows/dialog-turn.ts';
import { lateBy, stimulusOf } from '../flows/told.ts';
import { callsOf } from '../scenario/branches.ts';
import type { Position } from '../scenario/position.ts';
import type { TaskOf } from '../tasks/kind.ts';
import type { Told } from '../tasks/waiters.ts';
import { type Binding, bindingCode } from './binding.ts';
import { hold } from './hold.ts';
import { event, received } from './said.ts';
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
          const { text, data } = turn.task.payload;
          // Only the customer can link their account, and only in the channel itself. From elsewhere the text is just stored.
          if (bindingCode(text) !== undefined) return { word: 'binding_refused' };
          return said(turn, 'event', text, data);
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
      if (!dialog.heldAt) {
        return { word: (await turn.advance({ type: 'timer', now: new Date() })) ? 'advanced' : 'ignored' };
      }
      return dialog.heldUntil && dialog.heldUntil.getTime() <= Date.now()
        ? release(turn, null)
        : { word: 'held' };
    case 'later':
      return takenUp(turn);
    case 'released':
      return dialog.heldAt?.toISOString() === payload.held_at
        ? release(turn, payload.by)
        : { word: 'ignored' };
    case 'operator_wanted': {
      if (dialog.heldAt) return { word: 'ignored' };
      const { minutes } = payload;
      const until = minutes === undefined ? null : new Date(Date.now() + minutes * 60_000);
      hold(dialog, { by: null, until });
      return { word: 'handover', data: { by: 'customer', until: until?.toISOString() ?? null } };
    }
    default:
      return payload satisfies never;
  }
}

function isAwaited(position: Position | null, { call }: Told): boolean {
  return callsOf(position).some(({ id }) => id === call);
}

/**
 * Gives a dialog back to the scenario, which continues from its position with the results that came meanwhile.
 * @param by e-mail address of the operator; null if the hold expired
 */
async function release(turn: DialogTurn, by: string | null) {
  const { dialog } = turn;
  const kept = dialog.kept as Told[];
  // A step that waited for an operator must know whether one came.
  const wasTaken = by !== null || dialog.heldBy !== null;
  Object.assign(dialog, { heldAt: null, heldBy: null, heldUntil: null, kept: [] });
  await turn.advance(wasTaken ? { type: 'released' } : { type: 'timer', now: new Date() });
  for (const told of kept) await turn.advance(stimulusOf(dialog.position, told));
  return { word: 'released', data: { by } };
}
