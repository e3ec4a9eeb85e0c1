import { z } from 'zod';
import { type Button, contentFields } from '../../messages/content.ts';
import type { MessageContent } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import { fill, fillText, inSeconds, StepFailure, type StepType, type Walk } from '../walk.ts';

/** Steps that only speak: message and handover. */

/** A message as the definition has it: templates, but for how it looks. */
export type Template = Omit<StepOf<'message'>, 'id' | 'type' | 'next' | 'note'>;

const content = z.object(contentFields);

/**
 * Renders a message and adds it to those of the turn.
 * @param options buttons that are rendered already, in place of the template's
 * @throws StepFailure `bad_message` where what comes out is no message, `no_identity` where nobody would hear it
 */
export function say(template: Template, walk: Walk, options?: Button[]): void {
  if (!walk.around.identity) {
    throw new StepFailure(
      'no_identity',
      'there is nobody to say it to: the workflow runs without an identity',
    );
  }
  walk.messages.push(
    readContent({
      ...template,
      text: fillText(template.text, walk),
      image: template.image === undefined ? undefined : fillText(template.image, walk),
      buttons: options ?? template.buttons?.map((button) => fillButton(button, walk)),
    }),
  );
}

function fillButton(
  { text, id, url, payload }: NonNullable<Template['buttons']>[number],
  walk: Walk,
): Button {
  return {
    text: fillText(text, walk),
    ...(id !== undefined && { id: fillText(id, walk) }),
    ...(url !== undefined && { url: fillText(url, walk) }),
    ...(payload !== undefined && { payload: fill(payload, walk) }),
  };
}

/** What is in the end said, with the defaults of a message. */
export function readContent(
  rendered: Omit<Template, 'buttons'> & { buttons?: Button[] | undefined },
): MessageContent {
  const { text, buttons, keyboard, columns, format, image } = rendered;
  const parsed = content.safeParse({
    text,
    ...(buttons && { buttons }),
    ...(keyboard && { keyboard }),
    ...(columns && { columns }),
    ...(format && { format }),
    ...(image && { image }),
  });
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
  throw new StepFailure('bad_message', `the message cannot be sent: ${path.join('.')}: ${message}`);
}

export const message: StepType<StepOf<'message'>> = {
  enter(step, walk) {
    say(step, walk);
    return { move: { to: null }, output: null };
  },
};

export const handover: StepType<StepOf<'handover'>> = {
  enter(step, walk) {
    const { text } = step;
    if (text !== undefined) say({ ...step, text }, walk);
    return {
      move: { wait: { kind: 'operator', until: inSeconds(step.timeout_seconds, walk) } },
      output: null,
    };
  },
  /** Given back, or never taken: either way the scenario has the dialog again. */
  resume: (_step, _walk, stimulus) => ({
    move: { to: null },
    output: { released: stimulus.type === 'released' },
  }),
};
