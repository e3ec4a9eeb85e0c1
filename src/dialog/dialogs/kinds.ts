import { showId } from '../../platform/ids.ts';
import { stimulusOf } from '../flows/told.ts';
import type { Position } from '../scenario/position.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { InnerKind } from '../tasks/kinds.ts';
import type { Told } from '../tasks/waiters.ts';
import { type Binding, bindingCode } from './binding.ts';
import { hold } from './hold.ts';
import { type DialogTurn, type TurnOptions, type TurnWork, takeTurns } from './turns.ts';

/** What a customer said in a channel, as it was accepted. */
export interface ReceivedPayload {
  text: string;
  data: JsonObject;
}

/** An event that a client submitted for an identity, as it was accepted. */
export interface EventPayload {
  event_id: string;
  text: string;
  data: JsonObject;
}

/** What moves a dialog from within: a result, the time, or a person. */
export type DialogPayload =
  | Told
  | { type: 'timer' }
  /** `held_at` names the hold that it ends: one that began later goes on. */
  | { type: 'released'; by: string; held_at: string }
  | { type: 'operator_wanted' };

/** The kinds of task that move dialogs. All of an identity's stand in one lane, so they happen one after the other. */
export function dialogKinds(options: TurnOptions & { binding: Binding }): Record<string, InnerKind> {
  return {
    received: {
      noun: 'message',
      succeeded: 'ignored',
      subject: (task) => showId('message', task.id),
      async apply(tx, tasks) {
        const codes = tasks.flatMap(({ projectId, payload }) => {
          const code = bindingCode((payload as ReceivedPayload).text);
          return code === undefined ? [] : [{ projectId, code }];
        });
        const work: TurnWork = async (turn) => {
          const { text, data } = turn.task.payload as ReceivedPayload;
          const code = bindingCode(text);
          if (code !== undefined) return options.binding.redeem(tx, turn, code);
          return said(turn, 'message', text, data);
        };
        const more = codes.length > 0 ? await options.binding.profilesOf(tx, codes) : [];
        return takeTurns(tx, options, tasks, work, more);
      },
    },
    event: {
      noun: 'event',
      succeeded: 'ignored',
      subject: (task) => (task.payload as EventPayload).event_id,
      apply: (tx, tasks) =>
        takeTurns(tx, options, tasks, async (turn) => {
          const { text, data } = turn.task.payload as EventPayload;
          // Only the customer can bind their account, in the channel itself; from elsewhere the words are kept, no more.
          if (bindingCode(text) !== undefined) return { word: 'binding_refused' };
          return said(turn, 'event', text, data);
        }),
    },
    dialog: {
      noun: 'dialog',
      succeeded: 'advanced',
      subject: (task) => showId('identity', task.identityId!),
      apply: (tx, tasks) => takeTurns(tx, options, tasks, moved),
    },
  };
}

/** Words of the customer, or of a client in their name: an answer that is waited for, or the beginning of something. */
async function said(turn: DialogTurn, kind: 'message' | 'event', text: string, data: JsonObject) {
  if (turn.dialog.heldAt) return { word: 'held' };
  // A command from the channel begins anew also where an answer is waited for; an event always is that answer.
  const incoming = { kind, text, event: data };
  if (kind === 'message' && (await turn.start(incoming))) return { word: 'started' };
  if (await turn.advance({ type: 'text', text, event: data })) return { word: 'filled' };
  if (kind === 'event' && (await turn.start(incoming))) return { word: 'started' };
  return { word: 'ignored', data: { reason: reasonToIgnore(turn) } };
}

function reasonToIgnore({ dialog }: DialogTurn): string {
  if (dialog.currentVersion === null) return 'no scenario is published';
  return dialog.position && !dialog.position.ended ? 'the dialog is busy' : 'no trigger fits';
}

async function moved(turn: DialogTurn): Promise<{ word: string; data?: Record<string, unknown> }> {
  const { dialog } = turn;
  const payload = turn.task.payload as DialogPayload;
  if ('call' in payload) {
    if (dialog.heldAt && isAwaited(dialog.position, payload)) {
      dialog.kept = [...dialog.kept, payload];
      return { word: 'held' };
    }
    return { word: (await turn.advance(stimulusOf(dialog.position, payload))) ? 'advanced' : 'ignored' };
  }
  switch (payload.type) {
    case 'timer':
      if (!dialog.heldAt) {
        return { word: (await turn.advance({ type: 'timer', now: new Date() })) ? 'advanced' : 'ignored' };
      }
      return dialog.heldUntil && dialog.heldUntil.getTime() <= Date.now()
        ? release(turn, null)
        : { word: 'held' };
    case 'released':
      return dialog.heldAt?.toISOString() === payload.held_at
        ? release(turn, payload.by)
        : { word: 'ignored' };
    case 'operator_wanted':
      if (dialog.heldAt) return { word: 'ignored' };
      hold(dialog, { by: null, until: null });
      return { word: 'handover', data: { by: 'customer', until: null } };
    default:
      return payload satisfies never;
  }
}

function isAwaited(position: Position | null, { call }: Told): boolean {
  return position?.waiting?.kind === 'call' && position.waiting.call.id === call;
}

/**
 * Gives a dialog back to the scenario: it goes on where it stood, with the results that came in the meantime.
 * @param by e-mail address of the operator; null when its time ran out.
 */
async function release(turn: DialogTurn, by: string | null) {
  const { dialog } = turn;
  const kept = dialog.kept as Told[];
  // A step that waited for an operator wants to know whether one ever came.
  const wasTaken = by !== null || dialog.heldBy !== null;
  Object.assign(dialog, { heldAt: null, heldBy: null, heldUntil: null, kept: [] });
  await turn.advance(wasTaken ? { type: 'released' } : { type: 'timer', now: new Date() });
  for (const told of kept) await turn.advance(stimulusOf(dialog.position, told));
  return { word: 'released', data: { by } };
}
