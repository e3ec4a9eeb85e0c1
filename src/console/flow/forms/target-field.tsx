import { useMemo, useState } from 'react';
import { Select } from '../../kit/select.tsx';
import { t } from '../../text/text.ts';
import type { Path } from '../document/json.ts';
import { type Place, placesOf } from '../document/places.ts';
import { useAround } from './form-context.ts';

interface TargetFieldProps {
  label: string;
  isLabelHidden?: boolean;
  path: Path;
  value: string;
  isNeeded: boolean;
  onChange(value: string): void;
  fault?: string | undefined;
}

/** Not an id of a step: ends the flow. */
const end = '@end';

/** To which step the flow goes on, by name. Only steps of the same list can be aimed at. */
export function TargetField({ path, value, isNeeded, onChange, ...given }: TargetFieldProps) {
  const { document, end: endAt } = useAround();
  // There may be 500 steps, and several such fields in a form: a list is made for whoever comes to one.
  const [isWanted, setWanted] = useState(false);
  const options = useMemo(() => {
    const places = placesOf(document);
    const own = places.findLast(({ path: at }) => at.every((part, i) => part === path[i]));
    // Triggers, the document itself and buttons lead to steps of the outermost list.
    const isOuter = own === undefined || (own.type === 'message' && path.includes('buttons'));
    const list = isOuter ? 'steps' : own.list.join('/');
    const ids = places
      .filter((place) => place.list.join('/') === list && place !== own)
      .map(({ key }) => key);
    const known = value === '' || ids.includes(value) ? ids : [value, ...ids];
    const none = own === undefined ? (path[0] === 'triggers' ? 'first_step' : 'nowhere') : noneOf(own, path);
    const following = own?.following ?? '';
    // Inside a step the end of the list is not that of the flow.
    const mayEnd = own?.depth === 0 && none !== 'end_here';
    return [
      ...(isNeeded && value !== '' ? [] : [['', t(`flow.${none}`, { following })] as const]),
      ...known.map((id) => [id, id] as const),
      ...(mayEnd ? [[end, t('flow.end_here')] as const] : []),
    ];
  }, [document, path, value, isNeeded]);
  const choose = (chosen: string) => (chosen === end ? endAt(path) : onChange(chosen));
  const shown = isWanted ? options : options.filter(([id]) => id === value);
  const look = { onFocus: () => setWanted(true) };
  return (
    <div {...look}>
      <Select {...given} value={value} options={shown} onChange={choose} />
    </div>
  );
}

/** What happens if a way out of a step names no other one. */
function noneOf({ path: own, following, depth }: Place, path: Path) {
  const [field] = path.slice(own.length);
  if (field === 'next') {
    if (following !== null) return 'next_step';
    return depth === 0 ? 'end_here' : 'end_of_list';
  }
  return field === 'else' || field === 'options' || field === 'on_paid' ? 'as_then' : 'nowhere';
}
