import type { Json } from '../../template/json.ts';
import { toText } from '../../template/liquid.ts';
import { mostOptions } from '../choice-fields.ts';
import type { Offer, OfferedOption } from '../position.ts';
import type { StepOf } from '../step-types.ts';
import {
  type Done,
  fill,
  fillText,
  keep,
  mostBytesOfOutput,
  StepFailure,
  type StepType,
  sizeOf,
  type Walk,
} from '../walk.ts';
import { answered, askAgain, store, waitForAnswer } from './asking.ts';
import { buttonsFor, defaultLabels, isPaged, meaningOf, namedApart } from './options.ts';
import { reworded, say, withoutPictures } from './saying.ts';

/** The step that offers options: written ones or those of a list, on pages, of which one or several are taken. */

type Choice = StepOf<'choice'>;

export const choice: StepType<Choice> = {
  enter(step, walk) {
    const options = step.options_from ? listedOptions(step.options_from, walk) : writtenOptions(step, walk);
    if (options.length === 0) {
      if (step.on_empty === undefined) throw new StepFailure('no_options', 'the list of options is empty');
      return { move: { to: step.on_empty }, output: null };
    }
    walk.position.attempts = 0;
    Object.assign(walk.position, isPlain(step) ? { options, offer: null } : offerOf(step, options, walk));
    if (step.multiple) keep(walk, step.id, takenOf([], options));
    show(step, walk);
    return waitForAnswer(step, walk);
  },
  resume(step, walk, stimulus) {
    if (stimulus.type === 'ask') return askAnew(step, walk);
    return answered(step, stimulus, ({ text }) => {
      const { options, offer } = walk.position;
      const meaning = meaningOf(text, options ?? [], offer, step.pages?.size);
      if (meaning === null) {
        const again = step.message === undefined ? step : reworded(step, step.message);
        return askAgain(step, walk, () => show(again, walk));
      }
      if (meaning.is === 'page') return turnTo(meaning.page, step, walk);
      if (meaning.is === 'done') return finish(step, walk);
      if (!offer?.chosen) return takeOne(meaning.take[0]!, step, walk);
      return takeSeveral(meaning, step, walk);
    });
  },
};

/** A choice of written options without anything more. It keeps no offer. */
const isPlain = ({ options_from, multiple, pages }: Choice): boolean => !options_from && !multiple && !pages;

function writtenOptions({ options = [] }: Choice, walk: Walk): OfferedOption[] {
  return options.map((option) => {
    const text = fillText(option.text, walk);
    const value = option.value === undefined ? text : fillText(option.value, walk);
    return option.also
      ? { text, value, also: option.also.map((word) => fillText(word, walk)) }
      : { text, value };
  });
}

function listedOptions(
  { items, text, value }: NonNullable<Choice['options_from']>,
  walk: Walk,
): OfferedOption[] {
  const list = fill(items, walk);
  if (!Array.isArray(list)) throw new StepFailure('bad_input', 'the "items" of "options_from" are no list');
  if (list.length > mostOptions) {
    const message = `a choice has at most ${mostOptions} options, and the list has ${list.length} items`;
    throw new StepFailure('too_many_items', message);
  }
  return list.map((item, index) => {
    const own = { item, index };
    const shown = fillText(text, walk, own);
    if (shown.trim() === '') throw new StepFailure('bad_input', `the text of option ${index + 1} is empty`);
    return { text: shown, value: value === undefined ? shown : fill(value, walk, own) };
  });
}

/** What is kept of a choice with pages or several answers, so that an answer is read against what the customer saw. */
function offerOf(
  step: Choice,
  found: OfferedOption[],
  walk: Walk,
): { options: OfferedOption[]; offer: Offer } {
  const { pages = {}, multiple } = step;
  const isMultiple = multiple !== undefined;
  const [done, more, back] = namedApart([
    fillText(multiple?.done ?? defaultLabels.done, walk),
    fillText(pages.more ?? defaultLabels.more, walk),
    fillText(pages.back ?? defaultLabels.back, walk),
  ]) as [string, string, string];
  const labels = { more, back, done };
  const others = [
    ...(isPaged(found.length, isMultiple, pages.size) ? [more, back] : []),
    ...(isMultiple ? [done] : []),
  ];
  const texts = namedApart(
    found.map(({ text }) => text),
    { others, isMultiple },
  );
  const options = found.map((option, i) => ({ ...option, text: texts[i]! }));
  if (sizeOf(options as unknown as Json) > mostBytesOfOutput) {
    throw new StepFailure('output_too_large', 'the options of a choice have at most 64 KiB');
  }
  return { options, offer: { page: 0, shown: 0, ...(multiple && { chosen: [] }), labels } };
}

/** Says a message with the options as buttons. */
function show(template: Choice, walk: Walk): void {
  const { position } = walk;
  say(template, walk, buttonsFor(position.options ?? [], position.offer, template.pages?.size));
  if (position.offer) position.offer = { ...position.offer, shown: position.offer.shown + 1 };
}

function turnTo(page: number, step: Choice, walk: Walk): Done {
  change(walk, { page });
  showAgain(step, walk);
  return waitForAnswer(step, walk);
}

function takeOne(index: number, step: Choice, walk: Walk): Done {
  const { text, value } = walk.position.options![index]!;
  const output = { text, value, number: index + 1 };
  store(step, value, walk);
  keep(walk, step.id, output);
  return { move: { to: step.options?.[index]?.next ?? null }, output };
}

function takeSeveral({ take, leave }: { take: number[]; leave: number[] }, step: Choice, walk: Walk): Done {
  const { options, offer } = walk.position;
  const kept = [...new Set([...offer!.chosen!, ...take])].filter((index) => !leave.includes(index));
  const { max = mostOptions } = step.multiple ?? {};
  if (kept.length > max) return refuse(`Please choose at most ${max}.`, step, walk);
  change(walk, { chosen: kept });
  keep(walk, step.id, takenOf(kept, options!));
  showAgain(step, walk);
  return waitForAnswer(step, walk);
}

function finish(step: Choice, walk: Walk): Done {
  const options = walk.position.options!;
  const chosen = walk.position.offer!.chosen!;
  const least = Math.min(step.multiple?.min ?? 1, options.length);
  if (chosen.length < least) return refuse(`Please choose at least ${least}.`, step, walk);
  const output = takenOf(chosen, options);
  store(step, output.values, walk, output.values.map(toText).join(', '));
  keep(walk, step.id, output);
  return { move: { to: null }, output };
}

/** Too few or too many are no wrong answer: the customer is still choosing, so no attempt is counted. */
function refuse(reply: string, step: Choice, walk: Walk): Done {
  show(withoutPictures(reworded(step, step.message ?? reply)), walk);
  return waitForAnswer(step, walk);
}

/** The outputs of a choice of several. */
function takenOf(chosen: readonly number[], options: readonly OfferedOption[]) {
  const taken = chosen.map((index) => options[index]!);
  return {
    values: taken.map(({ value }) => value),
    texts: taken.map(({ text }) => text),
    count: taken.length,
  };
}

/** Shows the options again while the customer chooses: with what they have chosen, and without the pictures. */
function showAgain(step: Choice, walk: Walk): void {
  const isChoosing = (walk.position.offer?.chosen?.length ?? 0) > 0;
  const said = isChoosing ? reworded(step, step.multiple?.chosen ?? chosenSoFar(step.id)) : step;
  show(withoutPictures(said), walk);
}

/** Shows what was offered, as it stands: it may depend on what has changed since. */
function askAnew(step: Choice, walk: Walk): Done {
  if (walk.position.offer) showAgain(step, walk);
  else show(step, walk);
  return waitForAnswer(step, walk);
}

/** A template, so that no text of an option is read as one. */
const chosenSoFar = (id: string): string => `Chosen: {{ steps.${id}.texts | join: ", " | truncate: 1000 }}`;

function change({ position }: Walk, changed: Partial<Offer>): void {
  position.offer = { ...position.offer!, ...changed };
}
