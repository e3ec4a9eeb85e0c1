import { newId, showId } from '../../../platform/ids.ts';
import type { Attachment } from '../../content/attachments.ts';
import type { Button } from '../../content/content.ts';
import { type ChannelTypeName, channelTypes, isWebImage } from '../../content/content.ts';
import { isTemplate } from '../../template/liquid.ts';
import type { Definition } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { says } from '../finding-words.ts';
import { flowOf } from '../flow.ts';
import type { Placed } from '../placed.ts';
import type { MessageContent } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import { folded } from '../steps/answers.ts';
import { defaultLabels, isPaged, pageOf } from '../steps/options.ts';
import { cardText, inChannel, readContent, reworded, type Template } from '../steps/saying.ts';
import { StepFailure } from '../walk.ts';
import type { World } from './world.ts';

/**
 * Finds faults of messages that are certain before rendering. A template counts as one character, or as an address where one is
 * required, because it may render as no more than that.
 */
export function* messageFindings(definition: Definition, world: World): Generator<Finding> {
  for (const { step, path } of flowOf(definition).steps.values()) {
    if (step.type === 'choice') yield* optionFindings(step, path);
    for (const said of saidBy(step)) {
      const place = [...path, ...(said.below ?? [])];
      for (const form of formsOf(said, world)) yield* formFindings(form, place, step.id, world);
    }
  }
}

/** A message as some types of channel are told it. */
interface Form {
  template: Template;
  /** The variant that it comes from, and the fields that this has; absent for the message itself. */
  variant?: { type: ChannelTypeName; fields: object };
  /** What a finding adds, so that a reader sees which of the step's messages is meant. */
  remark: string;
  /** The types of channel of the project that are told it. */
  types: ChannelTypeName[];
}

/** A message as it is, and once more for each type of channel that has a variant. */
function* formsOf({ template, remark }: SaidBy, world: World): Generator<Form> {
  const inUse = new Set(world.channels.map(({ type }) => type));
  const { variants = {}, ...common } = template;
  yield { template: common, remark, types: [...inUse].filter((type) => variants[type] === undefined) };
  for (const type of channelTypes) {
    const fields = variants[type];
    if (!fields) continue;
    const types = inUse.has(type) ? [type] : [];
    yield { template: inChannel(template, type), variant: { type, fields }, remark, types };
  }
}

function* formFindings(
  { template, variant, remark, types }: Form,
  path: Placed['path'],
  step: string,
  world: World,
): Generator<Finding> {
  const at = (field: string | number) =>
    variant && Object.hasOwn(variant.fields, field) ? [...path, 'variants', variant.type] : path;
  const content = readPlain(template);
  if (content instanceof StepFailure) {
    const place = variant ? [...path, 'variants', variant.type] : path;
    const message = `${content.message}${remark}; shorten or correct it.`;
    const said = says('message_unsendable', { fault: content.message });
    yield blocking('bad_message', { path: place, step, ...said, message });
  } else if (!isWebImage(content.image)) {
    yield blocking('image_not_web', { path: [...at('image'), 'image'], step, ...says('image_not_web') });
  } else {
    for (const type of types) {
      for (const fault of world.faultsOn?.(type, content) ?? []) {
        yield blocking('over_channel_limit', {
          path: [...at(fault.loc[0]!), ...fault.loc],
          step,
          ...says('channel_refuses', { channel: type, fault: fault.message }),
        });
      }
    }
  }
}

/** Used as the address of a template that renders one. */
const anyAddress = 'https://example.com/';

/** Used as the id of a file that a template renders. */
const anyFile = showId('file', newId());

/** One of the messages of a step. */
interface SaidBy {
  template: Template;
  remark: string;
  /** Where it stands in its step; absent if its fields are those of the step. */
  below?: (string | number)[];
}

const afterAnother = ' in the "message" for another answer';
const whileChoosing = ' in the "chosen" of "multiple"';

/** The different messages of a step. */
function saidBy(step: Placed['step']): SaidBy[] {
  const once = (template: Template): SaidBy[] => [{ template, remark: '' }];
  const again = (template: Template, text: string | undefined, remark = afterAnother): SaidBy[] =>
    text === undefined ? [] : [{ template: reworded(template, text), remark }];
  switch (step.type) {
    case 'message':
      return [
        ...(step.text === undefined && !step.attachments ? [] : once(step)),
        ...(step.cards ?? []).map(({ title, text = '', ...card }, n): SaidBy => {
          const words = [title, text].map(plain);
          const template = {
            ...card,
            ...cardText(words[0]!, words[1]!, undefined),
            keyboard: 'inline' as const,
          };
          return { template, remark: ` in card ${n + 1}`, below: ['cards', n] };
        }),
      ];
    case 'question':
      return [...once(step), ...again(step, step.validate?.message)];
    case 'choice': {
      const template = { ...step, buttons: firstButtons(step) };
      return [
        ...once(template),
        ...again(template, step.message),
        ...again(template, step.multiple?.chosen, whileChoosing),
      ];
    }
    case 'payment':
    case 'handover':
      return step.text === undefined ? [] : once(step);
    case 'condition':
    case 'set':
    case 'tag':
    case 'operation':
    case 'table_read':
    case 'table_write':
    case 'workflow':
    case 'transform':
    case 'delay':
    case 'wait_for':
    case 'call':
    case 'parallel':
    case 'for_each':
    case 'goto':
    case 'end':
      return [];
    default:
      return step satisfies never;
  }
}

/** The buttons of the first page. A list may have one item only. */
function firstButtons(step: StepOf<'choice'>): { text: string }[] {
  const { options, options_from, pages, multiple } = step;
  const all = options ?? (options_from ? [options_from] : []);
  const { to, hasMore } = pageOf(all.length, { page: 0, ...(multiple && { chosen: [] }) }, pages?.size);
  return [
    ...all.slice(0, to).map(({ text }) => ({ text })),
    ...labelsOf(step, hasMore).map(({ text }) => ({ text })),
  ];
}

/** The buttons of a choice that are no options, and the fields that name them. */
function labelsOf(
  { pages, multiple }: StepOf<'choice'>,
  isPaged: boolean,
): { text: string; field: string }[] {
  return [
    ...(isPaged ? [{ text: pages?.more ?? defaultLabels.more, field: '"more"' }] : []),
    ...(isPaged ? [{ text: pages?.back ?? defaultLabels.back, field: '"back"' }] : []),
    ...(multiple ? [{ text: multiple.done ?? defaultLabels.done, field: '"done"' }] : []),
  ];
}

function readPlain(template: Omit<Template, 'variants'>): MessageContent | StepFailure {
  try {
    return readContent({
      ...template,
      text: template.text === undefined ? undefined : plain(template.text),
      image: template.image && isTemplate(template.image) ? anyAddress : template.image,
      buttons: template.buttons?.map(
        ({ text, id, url, payload }): Button => ({
          text: plain(text),
          ...(id !== undefined && { id: plain(id) }),
          ...(url !== undefined && { url: isTemplate(url) ? anyAddress : url }),
          ...(payload !== undefined && { payload }),
        }),
      ),
      attachments: template.attachments?.map(
        ({ type, url, file_id, name }): Attachment => ({
          type,
          ...(url !== undefined && { url: isTemplate(url) ? anyAddress : url }),
          ...(file_id !== undefined && { file_id: isTemplate(file_id) ? anyFile : file_id }),
          ...(name !== undefined && name !== '' && { name: plain(name) }),
        }),
      ),
    });
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}

function* optionFindings(step: StepOf<'choice'>, path: Placed['path']): Generator<Finding> {
  const { options = [], pages, multiple } = step;
  const seen = new Set<string>();
  /** By which earlier options are also called. */
  const words = new Set<string>();
  const labels = new Map(
    labelsOf(step, isPaged(options.length, multiple !== undefined, pages?.size)).map(({ text, field }) => [
      folded(text),
      field,
    ]),
  );
  for (const [i, option] of options.entries()) {
    const also = (option.also ?? []).map(folded);
    const names = [...new Set([...[option.text, option.value ?? option.text].map(folded), ...also])];
    const shared = names.find((name) => words.has(name) || (also.includes(name) && seen.has(name)));
    const twice = names.find((name) => seen.has(name) && !isTemplate(name));
    const label = names.find((name) => labels.has(name) && !isTemplate(name));
    for (const name of names) seen.add(name);
    for (const word of also) words.add(word);
    const at = { path: [...path, 'options', i], step: step.id };
    if (shared !== undefined && !isTemplate(shared)) {
      yield blocking('duplicate_option', { ...at, ...says('word_twice', { name: shared }) });
    } else if (twice !== undefined) {
      yield warning('duplicate_option', { ...at, ...says('option_twice', { name: twice }) });
    } else if (label !== undefined) {
      yield warning('duplicate_option', {
        ...at,
        ...says('option_as_button', { name: label, button: labels.get(label)! }),
      });
    }
  }
}

function plain(source: string): string {
  return isTemplate(source) ? 'x' : source;
}
