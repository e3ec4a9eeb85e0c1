import { useMemo, useState } from 'react';
import { Select } from '../../kit/select.tsx';
import { t, word } from '../../text/text.ts';
import { placeOf, placesOf, triggerIndex } from '../document/places.ts';
import { outcomesOf } from '../document/targets.ts';
import { lead } from './acts.ts';
import css from './choose.module.css';
import { Choose } from './choose.tsx';
import type { Editor } from './editor.ts';
import { choiceOfStep } from './find-step.tsx';

/** Lets an outcome of a step lead to another step, which is found by its name or what it says. */
export function ConnectDialog({ editor, from, onClose }: { editor: Editor; from: string; onClose(): void }) {
  const { definition } = editor.read().draft;
  const place = placeOf(definition, from);
  const outcomes = useMemo(() => {
    const start = { path: ['start'], label: 'start', isField: true, kind: 'main' as const };
    const all = place ? outcomesOf(place.step) : triggerIndex(from) === undefined ? [] : [start];
    return all.map(({ path, label, isField, kind }) => ({
      ...{ path, kind, id: path.join('/'), name: isField ? word('flow_field', label) : label },
    }));
  }, [place, from]);
  const main = outcomes.find(({ kind }) => kind === 'main') ?? outcomes[0];
  const [outcome, setOutcome] = useState(main?.id ?? '');
  const list = place?.list.join('/') ?? 'steps';
  const choices = useMemo(
    () =>
      placesOf(definition)
        .filter((each) => each.list.join('/') === list && each.key !== from)
        .map(choiceOfStep),
    [definition, list, from],
  );
  return (
    <Choose
      title={t('flow.connect_title', { name: place ? from : t('flow.trigger') })}
      hint={t('flow.connect_to')}
      nothing={t(outcomes.length > 0 && choices.length > 0 ? 'flow.find_nothing' : 'flow.connect_none')}
      choices={outcomes.length > 0 ? choices : []}
      onChoose={(to) => {
        const chosen = outcomes.find(({ id }) => id === outcome);
        if (chosen) lead(editor, from, chosen.path, to);
        onClose();
      }}
      onClose={onClose}
    >
      {outcomes.length > 1 && choices.length > 0 && (
        <div className={css.before}>
          <Select
            label={t('flow.connect_outcome')}
            value={outcome}
            options={outcomes.map(({ id, name }) => [id, name] as const)}
            onChange={setOutcome}
          />
        </div>
      )}
    </Choose>
  );
}
