import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogButtons } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { Fields } from '../../kit/page.tsx';
import { t } from '../../text/text.ts';
import { elementOf, groupsOf, stepsOfGroup, withoutGrouped } from '../document/elements.ts';
import type { View } from '../document/history.ts';
import { idOfText } from '../document/id-of-text.ts';
import { isId } from '../document/places.ts';
import { isRefused, type Refused } from '../document/sub-flow/chosen.ts';
import { subFlow } from '../document/sub-flow/sub-flow.ts';
import type { Editor } from './editor.ts';

interface SubFlowDialogProps {
  editor: Editor;
  /** What is selected: steps, and groups of them. */
  selected: readonly string[];
  onMade(call: string): void;
  onClose(): void;
}

/** Makes a sub-scenario of what is selected, or says why that cannot be. */
export function SubFlowDialog({ editor, selected, onMade, onClose }: SubFlowDialogProps) {
  const { definition, view } = editor.read().draft;
  const keys = selected.flatMap((key) => {
    const element = elementOf(key);
    return element ? stepsOfGroup(view, element.id) : [key];
  });
  const [name, setName] = useState(() => nameOf(view, selected));
  const found = subFlow(definition, keys, isId(name) ? name : 'part');
  if (isRefused(found)) {
    return (
      <Dialog title={t('flow.sub_flow')} isOpen onClose={onClose}>
        <p>{sayRefusal(found)}</p>
        <DialogButtons>
          <Button autoFocus onPress={onClose}>
            {t('flow.close')}
          </Button>
        </DialogButtons>
      </Dialog>
    );
  }
  const make = () => {
    if (!isId(name)) return;
    const { definition: made, call, steps } = found;
    editor.change((before) => ({ definition: made, view: withoutPlaces(before.view, steps) }));
    onMade(call);
  };
  return (
    <Dialog title={t('flow.sub_flow_title', { count: found.steps.length })} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Fields>
          <p>{t('flow.sub_flow_text')}</p>
          <Field
            label={t('flow.name')}
            value={name}
            onChange={setName}
            autoFocus
            fault={isId(name) ? undefined : t('flow.id_form')}
          />
        </Fields>
        <DialogButtons>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" look="main" isDisabled={!isId(name)}>
            {t('flow.sub_flow_make')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** That of the group, if one is selected. */
function nameOf(view: View, selected: readonly string[]): string {
  const title = groupsOf(view).find(([id]) => selected.some((key) => elementOf(key)?.id === id))?.[1].title;
  return (title !== undefined && idOfText(title)) || 'part';
}

/** In a flow of their own steps stand elsewhere, and those of a group are apart from the others. */
function withoutPlaces(view: View, steps: readonly string[]): View {
  const { positions = {}, ...others } = withoutGrouped(view, steps);
  const kept = Object.entries(positions).filter(([key]) => !steps.includes(key));
  return kept.length === 0 ? others : { ...others, positions: Object.fromEntries(kept) };
}

function sayRefusal({ why, names }: Refused): string {
  return t(`flow.sub_flow_${why}`, { names: names.map((name) => name || t('flow.the_end')).join(', ') });
}
