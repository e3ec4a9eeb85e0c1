import { newId, showId } from '../../../platform/ids.ts';
import type { Attachment } from '../../content/attachments.ts';
import type { Button } from '../../content/content.ts';
import { isWebImage, resolveContent } from '../../content/content.ts';
import { isTemplate } from '../../template/liquid.ts';
import type { Definition, Placed } from '../definition.ts';
import { blocking, type Finding, warning } from '../finding.ts';
import { flowOf } from '../flow.ts';
import type { MessageContent } from '../position.ts';
import { folded } from '../steps/answers.ts';
import { readContent, type Template } from '../steps/saying.ts';
import { StepFailure } from '../walk.ts';
import type { World } from './world.ts';

/**
 * Finds faults of messages that are certain before rendering. A template counts as one character, or as an address where one is
 * required, because it may render as no more than that.
 */
export function* messageFindings(definition: Definition, world: World): Generator<Finding> {
  for (const { step, path } of flowOf(definition).steps.values()) {
    if (step.type === 'choice') yield* optionFindings(step.options, path, step.id);
    for (const said of saidBy(step)) {
      const again = said.text === undefined ? '' : ' in the "message" for another answer';
      const template = { ...step, ...said } as Template;
      const content = readPlain(template);
      if (content instanceof StepFailure) {
        const message = `${content.message}${again}; shorten or correct it.`;
        yield blocking('bad_message', { path, step: step.id, message });
      } else if (!isWebImage(content.image)) {
        const message =
          'An image is an http:// or https:// address; a message with another one ends as failed.';
        yield blocking('image_not_web', { path: [...path, 'image'], step: step.id, message });
      } else yield* limitFindings(content, path, step.id, world);
    }
  }
}

/** Used as the address of a template that renders one. */
const anyAddress = 'https://example.com/';

/** Used as the id of a file that a template renders. */
const anyFile = showId('file', newId());

/** The different messages of a step. */
function saidBy(step: Placed['step']): Partial<Template>[] {
  switch (step.type) {
    case 'message':
      return [{}];
    case 'question': {
      const again = step.validate?.message;
      return again === undefined ? [{}] : [{}, { text: again }];
    }
    case 'choice': {
      const buttons = step.options.map(({ text }) => ({ text }));
      return step.message === undefined ? [{ buttons }] : [{ buttons }, { buttons, text: step.message }];
    }
    case 'payment':
    case 'handover':
      return step.text === undefined ? [] : [{}];
    case 'condition':
    case 'set':
    case 'tag':
    case 'operation':
    case 'table_read':
    case 'table_write':
    case 'workflow':
    case 'delay':
    case 'for_each':
    case 'goto':
    case 'end':
      return [];
    default:
      return step satisfies never;
  }
}

function readPlain(template: Template): MessageContent | StepFailure {
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

function* limitFindings(
  content: MessageContent,
  path: Placed['path'],
  step: string,
  world: World,
): Generator<Finding> {
  for (const type of new Set(world.channels.map((channel) => channel.type))) {
    for (const fault of world.faultsOn?.(type, resolveContent(content, type)) ?? []) {
      const message = `A ${type} channel would not take it: ${fault.message}.`;
      yield blocking('over_channel_limit', { path: [...path, ...fault.loc], step, message });
    }
  }
}

function* optionFindings(
  options: readonly { text: string; value?: string | undefined }[],
  path: Placed['path'],
  step: string,
): Generator<Finding> {
  const seen = new Set<string>();
  for (const [i, option] of options.entries()) {
    const names = [...new Set([option.text, option.value ?? option.text].map(folded))];
    const twice = names.find((name) => seen.has(name) && !isTemplate(name));
    for (const name of names) seen.add(name);
    if (twice === undefined) continue;
    const message = `"${twice}" names an earlier option too, which is the one that is taken; rename one of them.`;
    yield warning('duplicate_option', { path: [...path, 'options', i], step, message });
  }
}

function plain(source: string): string {
  return isTemplate(source) ? 'x' : source;
}
