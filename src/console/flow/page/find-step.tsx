import { useMemo } from 'react';
import { t, word } from '../../text/text.ts';
import type { JsonObject } from '../document/json.ts';
import { type Place, placesOf } from '../document/places.ts';
import { stepIcon } from '../look/icons.ts';
import { summaryOf } from '../look/summary.ts';
import { type Choice, Choose } from './choose.tsx';

interface FindStepProps {
  definition: JsonObject;
  onChoose(key: string): void;
  onClose(): void;
}

/** A step as one of many: found by its id, its type or what it says. */
export const choiceOfStep = ({ key, type, step }: Place): Choice => ({
  ...{ id: key, name: key, icon: stepIcon(type) },
  about: `${word('flow_step', type)} · ${summaryOf(step)}`,
});

/** Finds a step by its id, its type or what it says. */
export function FindStep({ definition, onChoose, onClose }: FindStepProps) {
  const choices = useMemo(() => placesOf(definition).map(choiceOfStep), [definition]);
  return (
    <Choose
      title={t('flow.find')}
      hint={t('flow.find_hint')}
      nothing={t('flow.find_nothing')}
      {...{ choices, onChoose, onClose }}
    />
  );
}
