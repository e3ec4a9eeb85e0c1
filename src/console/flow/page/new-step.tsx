import { t, textFor, word } from '../../text/text.ts';
import { type DocumentKind, stepTypes, triggerTypes } from '../document/forms.ts';
import type { Path } from '../document/json.ts';
import { stepIcon, triggerIcon } from '../look/icons.ts';
import { Choose } from './choose.tsx';

/** What is to be made, and where. */
export type Wanted =
  | { what: 'trigger' }
  | {
      what: 'step';
      /** Behind this one. */
      after?: string;
      /** This outcome leads to it. */
      from?: { key: string; path: Path };
    };

interface NewStepProps {
  kind: DocumentKind;
  wanted: Wanted;
  onChoose(type: string): void;
  onClose(): void;
}

/** Asks for the type of a new step or trigger. */
export function NewStepDialog({ kind, wanted, onChoose, onClose }: NewStepProps) {
  const isTrigger = wanted.what === 'trigger';
  const choices = isTrigger
    ? triggerTypes(kind).map((id) => ({
        ...{
          id,
          name: word('flow_trigger', id),
          about: word('flow_about_trigger', id),
          icon: triggerIcon(id),
        },
      }))
    : stepTypes(kind).map((id) => ({
        ...{ id, name: word('flow_step', id), about: word('flow_about', id), icon: stepIcon(id) },
        also: textFor('flow_alias', id, ''),
      }));
  return (
    <Choose
      title={t(isTrigger ? 'flow.add_trigger' : 'flow.add_step')}
      hint={t('flow.choose_type')}
      nothing={t('flow.no_such_type')}
      {...{ choices, onChoose, onClose }}
    />
  );
}
