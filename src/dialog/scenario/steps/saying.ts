import { z } from 'zod';
import { asHtml } from '../../../platform/html-text.ts';
import type { Attachment } from '../../content/attachments.ts';
import { type Button, channelTypes, contentFields, type StepContent } from '../../content/content.ts';
import { text as textField } from '../../http/fields.ts';
import { at, word } from '../../http/validation-items.ts';
import type { Json, JsonObject } from '../../template/json.ts';
import type { Call, CallResult, MessageContent } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import {
  branchOrEnd,
  fill,
  fillObject,
  fillText,
  inSeconds,
  keep,
  StepFailure,
  type StepType,
  type Walk,
} from '../walk.ts';
import { asObject, call, callOf, faultOf } from './calls.ts';

/** Steps that only send messages: message and handover. */

/** Most messages between two waits. A flow that sends more is probably in an unintended loop. */
export const mostMessages = 20;

/** A message in a definition: templates, and the fields for its look. */
export type Template = Omit<StepOf<'message'>, 'id' | 'type' | 'next' | 'note'>;

const content = z.object(contentFields);
/** With attachments a text is not needed. */
const withAttachments = z.object({ ...contentFields, text: textField({ max: 3000, default: '' }) });

/**
 * Renders a message and adds it to those of the turn.
 * @param options rendered buttons that replace those of the template
 * @throws StepFailure `bad_message` if the result is not a valid message or the channel refuses it, `no_identity` if there is no
 *   recipient, `too_many_messages` if the flow has sent too many messages without waiting
 */
export function say(inAnyChannel: Template, walk: Walk, options?: Button[], more: StepContent = {}): void {
  const { channel } = listenerOf(walk);
  push({ ...readContent(filled(inAnyChannel, channel, walk, options)), ...more }, walk);
}

type Rendered = Parameters<typeof readContent>[0];

/** A message in the words for one type of channel, with all templates filled. @param options see `say` */
function filled(inAnyChannel: Template, channel: Json | undefined, walk: Walk, options?: Button[]): Rendered {
  const template = inChannel(inAnyChannel, channel);
  return {
    ...template,
    text: template.text === undefined ? undefined : fillText(template.text, walk),
    image: template.image === undefined ? undefined : fillText(template.image, walk),
    buttons: options ?? template.buttons?.map((button) => fillButton(button, walk)),
    attachments: template.attachments?.map((attachment) => fillAttachment(attachment, walk)),
  };
}

/** @throws StepFailure `no_identity` */
function listenerOf({ around: { identity } }: Walk): JsonObject {
  if (!identity) {
    throw new StepFailure(
      'no_identity',
      'there is nobody to say it to: the workflow runs without an identity',
    );
  }
  return identity;
}

/** Adds a message to those of the turn. */
function push(content: MessageContent, walk: Walk): void {
  const said = walk.position.said ?? 0;
  if (said >= mostMessages) {
    const message = `it said ${mostMessages} messages without waiting; put a question or a delay in between`;
    throw new StepFailure('too_many_messages', message);
  }
  const refusal = walk.around.refuses?.(content);
  if (refusal) throw new StepFailure('bad_message', `the message cannot be sent: ${refusal}`);
  walk.messages.push({ ...content, step: walk.step });
  walk.position.said = said + 1;
}

/** The messages of a step in a type of channel. */
function* contentsOf(
  step: StepOf<'message'>,
  channel: Json | undefined,
  walk: Walk,
): Generator<MessageContent> {
  if (step.text !== undefined || step.attachments) yield readContent(filled(step, channel, walk));
  if (step.cards) yield* cardsOf(step.cards, channel, walk);
}

/** Cards one after the other, each as a message that every channel can show: a picture, a title above a text, and buttons. */
function* cardsOf(
  cards: NonNullable<Template['cards']>,
  channel: Json | undefined,
  walk: Walk,
): Generator<MessageContent> {
  for (const [n, { title, text, image, buttons }] of cards.entries()) {
    const words = [title, text ?? ''].map((part) => fillText(part, walk).trim());
    const content = readContent({
      ...cardText(words[0]!, words[1]!, channel),
      image: image === undefined ? undefined : fillText(image, walk),
      buttons: buttons?.map((button) => fillButton(button, walk)),
      keyboard: 'inline',
    });
    yield { ...content, card: { n, of: cards.length } };
  }
}

/** A title above a text. It is bold where people see it; other systems get it as it is. */
export function cardText(
  title: string,
  text: string,
  channel: Json | undefined,
): { text: string; format: 'plain' | 'html' } {
  const lines = (first: string, rest: string) => (rest ? `${first}\n${rest}` : first);
  if (channel === 'webhook' || title === '') return { text: lines(title, text), format: 'plain' };
  return { text: lines(`<b>${asHtml(title)}</b>`, asHtml(text)), format: 'html' };
}

/** A message in the words for one type of channel. */
export function inChannel(
  { variants, ...message }: Template,
  type: Json | undefined,
): Omit<Template, 'variants'> {
  const known = channelTypes.find((each) => each === type);
  return { ...message, ...(known && variants?.[known]) };
}

/** A message with another text, whatever its variants say. Their pictures and attachments stay. */
export function reworded<Said extends Template>(said: Said, text: string): Said & { text: string } {
  const { variants } = said;
  if (!variants) return { ...said, text };
  const others = Object.entries(variants).map(([type, variant]) => {
    const { text: _, format: __, ...rest } = variant ?? {};
    return [type, rest];
  });
  return { ...said, text, variants: Object.fromEntries(others) as Template['variants'] };
}

/** A message without what would be sent again each time that it is said anew. */
export function withoutPictures<Said extends Template>(said: Said): Said {
  const { variants } = said;
  const bare = { image: undefined, attachments: undefined, typing_seconds: undefined };
  if (!variants) return { ...said, ...bare };
  const others = Object.entries(variants).map(([type, variant]) => {
    const { image: _, attachments: __, ...rest } = variant ?? {};
    return [type, rest];
  });
  return { ...said, ...bare, variants: Object.fromEntries(others) as Template['variants'] };
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

function fillAttachment(
  { type, url, file_id, name }: NonNullable<Template['attachments']>[number],
  walk: Walk,
): Attachment {
  const named = name === undefined ? '' : fillText(name, walk);
  return {
    type,
    ...(url !== undefined && { url: fillText(url, walk) }),
    ...(file_id !== undefined && { file_id: fillText(file_id, walk) }),
    // A name that a template leaves empty counts as none.
    ...(named !== '' && { name: named }),
  };
}

/** Reads a rendered message, with the defaults of a message. */
export function readContent(
  rendered: Omit<Template, 'buttons' | 'attachments' | 'variants'> & {
    buttons?: Button[] | undefined;
    attachments?: Attachment[] | undefined;
  },
): MessageContent {
  const { text, buttons, keyboard, columns, format, image, typing_seconds, attachments } = rendered;
  const said = {
    ...(text !== undefined && { text }),
    ...(buttons && { buttons }),
    ...(keyboard && { keyboard }),
    ...(columns && { columns }),
    ...(format && { format }),
    ...(image && { image }),
    ...(typing_seconds && { typing_seconds }),
    ...(attachments && { attachments }),
  };
  const parsed = (attachments ? withAttachments : content).safeParse(said);
  if (parsed.success) return parsed.data;
  throw new StepFailure(
    'bad_message',
    `the message cannot be sent: ${inWords(parsed.error.issues[0]!, said)}`,
  );
}

/** Which field of a rendered message is wrong and why, without its value, which may contain a customer's data. */
function inWords(issue: z.core.$ZodIssue, said: object): string {
  const path = issue.path as (string | number)[];
  const value = at(said, path);
  const field = `"${path.join('.')}"`;
  if (value === '') return `the template of ${field} gave nothing`;
  if (issue.code === 'too_big' && typeof value === 'string') {
    return `${field} has ${[...value].length} characters, and at most ${issue.maximum} are allowed`;
  }
  if (issue.code === 'custom') return `${field}: ${issue.message}`;
  const [, message] = word(issue, value);
  return `${field}: ${message.replace(/^Value error, /, '')}`;
}

export const message: StepType<StepOf<'message'>> = {
  enter(step, walk) {
    if (step.identity) return call(callFor(step, step.identity, walk));
    const { channel } = listenerOf(walk);
    for (const content of contentsOf(step, channel, walk)) push(content, walk);
    return { move: { to: null }, output: null };
  },
  /** It was said to the customer whom the step names, or could not be. */
  resume(step, walk, stimulus) {
    const answer = stimulus as CallResult;
    const error = answer.status === 'succeeded' ? null : faultOf(answer);
    const output = { identity_id: asObject(answer.result).identity_id ?? null, error: error && { ...error } };
    keep(walk, step.id, output);
    return error
      ? { move: branchOrEnd(step.on_failed, error), output, error }
      : { move: { to: null }, output };
  },
};

/** It is known only later in which channel the customer is, so the message is filled for each type that has its own words. */
function callFor(
  step: StepOf<'message'>,
  identity: NonNullable<StepOf<'message'>['identity']>,
  walk: Walk,
): Extract<Call, { kind: 'message' }> {
  const differing = channelTypes.filter(
    (type) => step.variants?.[type] !== undefined || (step.cards && type === 'webhook'),
  );
  const by = Object.fromEntries(differing.map((type) => [type, [...contentsOf(step, type, walk)]]));
  return {
    ...callOf(step.id, walk),
    kind: 'message',
    identity: fillObject(identity as JsonObject, '"identity"', walk),
    said: { by, otherwise: [...contentsOf(step, undefined, walk)] },
  };
}

export const handover: StepType<StepOf<'handover'>> = {
  enter(step, walk) {
    const { text } = step;
    if (text !== undefined) say({ ...step, text }, walk);
    return {
      move: { wait: { kind: 'operator', until: inSeconds(step.timeout_seconds, walk) } },
      output: null,
    };
  },
  /** Released or never taken: in both cases the scenario continues. Its branch is for whoever was left alone all the time. */
  resume(step, walk, stimulus) {
    const output = { released: stimulus.type === 'released' };
    keep(walk, step.id, output);
    const nobodyCame = stimulus.type === 'timer' && !stimulus.answered;
    return { move: { to: (nobodyCame ? step.on_timeout : undefined) ?? null }, output };
  },
};
