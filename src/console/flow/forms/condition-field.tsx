import { Plus, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import { IconButton } from '../../kit/button.tsx';
import { Select } from '../../kit/select.tsx';
import { type TextKey, t, word } from '../../text/text.ts';
import { isObject, type Json, type JsonObject, type Path } from '../document/json.ts';
import { faultAt } from '../page/findings.ts';
import { asKind, comparesValues, conditionKinds, firstCondition, kindOf } from './conditions.ts';
import { Group } from './fields.tsx';
import { useAround } from './form-context.ts';
import css from './forms.module.css';
import { JsonField } from './json-field.tsx';
import { TemplateField } from './template-field.tsx';

/** A condition: a comparison, a tag, the opening hours, or others joined. */
export function ConditionField({ label, path, value }: { label: string; path: Path; value: JsonObject }) {
  const { set, findings } = useAround();
  const kind = kindOf(value);
  const side = (name: 'left' | 'right' | 'at', isNeeded: boolean) => (
    <JsonField
      label={word('flow_field', name)}
      path={[...path, name]}
      value={value[name]}
      fault={faultAt(findings, [...path, name])}
      isNeeded={isNeeded}
    />
  );
  const isComparison = !['tag', 'within', 'all', 'any', 'not'].includes(kind);
  const options = (conditionKinds as readonly string[]).includes(kind)
    ? conditionKinds
    : [kind, ...conditionKinds];
  return (
    <Group label={label} fault={faultAt(findings, path) ?? faultAt(findings, [...path, 'op'])}>
      {isComparison && side('left', true)}
      <Select
        label={t('flow.comparison')}
        value={kind as string}
        options={options.map((each) => [each as string, word('flow_condition', each)] as const)}
        onChange={(chosen) => set(path, asKind(value, chosen as never))}
      />
      {isComparison && !kind.endsWith('_empty') && side('right', true)}
      {comparesValues(kind) && (
        <Select
          label={t('flow.compare_as')}
          value={typeof value.as === 'string' ? value.as : ''}
          options={['', 'text', 'number', 'date'].map((each) => [
            each,
            t(`flow.compare_${each || 'default'}` as TextKey),
          ])}
          onChange={(chosen) => set([...path, 'as'], chosen === '' ? undefined : chosen)}
        />
      )}
      {kind === 'tag' && (
        <TemplateField
          label={word('flow_field', 'tag')}
          value={String(value.tag ?? '')}
          onChange={(tag) => set([...path, 'tag'], tag)}
          fault={faultAt(findings, [...path, 'tag'])}
        />
      )}
      {kind === 'within' && side('at', false)}
      {kind === 'not' && (
        <ConditionField
          label={t('flow.condition')}
          path={[...path, 'not']}
          value={isObject(value.not) ? value.not : {}}
        />
      )}
      {(kind === 'all' || kind === 'any') && (
        <Parts path={[...path, kind]} parts={Array.isArray(value[kind]) ? (value[kind] as Json[]) : []} />
      )}
    </Group>
  );
}

function Parts({ path, parts }: { path: Path; parts: readonly Json[] }) {
  const { set } = useAround();
  return (
    <>
      {parts.map((part, i) => {
        const name = t('flow.item', { name: t('flow.condition'), number: i + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a condition have no names.
          <div key={i} className={`${css.item} ${css.long}`}>
            <ConditionField label={name} path={[...path, i]} value={isObject(part) ? part : {}} />
            <span className={css.itemActs}>
              <IconButton
                label={t('flow.remove_field', { name })}
                onPress={() => set([...path, i], undefined)}
              >
                <X size={14} />
              </IconButton>
            </span>
          </div>
        );
      })}
      <Button className={css.add ?? ''} onPress={() => set(path, [...parts, firstCondition])}>
        <Plus size={14} aria-hidden="true" />
        {t('flow.add_item', { name: t('flow.condition') })}
      </Button>
    </>
  );
}
