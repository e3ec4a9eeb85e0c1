import { useState } from 'react';
import { CheckboxGroup } from '../kit/checkbox.tsx';
import { Code } from '../kit/code.tsx';
import { Field } from '../kit/field.tsx';
import { Select } from '../kit/select.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { endOf, type Lifetime, lifetimeOptions } from './expiry.ts';
import { AddressesField, addressesOrNull, type KeyChange } from './key-forms.tsx';
import css from './keys.module.css';

interface NewKeyProps<Right extends string> {
  title: string;
  nameHelp?: string;
  /** What the person must know before they choose. */
  note?: string | undefined;
  /** What the key may do: the field of the request, and what can be chosen. */
  rights: {
    field: string;
    label: string;
    help?: string;
    options: readonly (readonly [Right, string, string?])[];
    /** What keys are usually for: a name, what it means, and the rights. */
    presets?: readonly { id: string; name: string; about: string; rights: readonly Right[] }[];
  };
  /** @returns the secret */
  make(key: KeyChange, rights: Right[]): Promise<string>;
  /** @returns a command that calls the API with the new key; undefined if none can without knowing more */
  firstCall?(secret: string, rights: readonly Right[]): string | undefined;
  onClose(): void;
  isWide?: boolean;
}

/** What the person chooses right by right. */
const own = 'own';

/** Makes a key, and shows it once. */
export function NewKey<Right extends string>(props: NewKeyProps<Right>) {
  const { title, nameHelp, note, rights, make, firstCall, onClose, isWide = false } = props;
  const [made, setMade] = useState<{ secret: string; chosen: Right[] }>();
  const [preset, setPreset] = useState(own);
  const form = useForm(
    {
      name: '',
      chosen: [] as Right[],
      lifetime: '' as Lifetime,
      addresses: [] as string[],
    },
    async ({ name, chosen, lifetime, addresses }) => {
      const limits = { expires_at: endOf(lifetime), allowed_addresses: addressesOrNull(addresses) };
      setMade({ secret: await make({ name, ...limits }, chosen), chosen });
    },
  );
  if (made) {
    const call = firstCall?.(made.secret, made.chosen);
    return (
      <ShownOnce
        title={t('keys.new_secret')}
        label={t('keys.secret')}
        text={t('keys.new_text')}
        secret={made.secret}
        onDone={onClose}
      >
        {call !== undefined && <Code label={t('keys.first_call')} text={call} isCopiedByHand />}
      </ShownOnce>
    );
  }
  const { field, presets = [], ...choice } = rights;
  const bound = form.bind('chosen', field);
  /** Whoever chooses by hand has no longer what a preset says, unless it is the same. */
  const choose = (chosen: Right[]) => {
    const isSame = (each: readonly Right[]) =>
      each.length === chosen.length && each.every((right) => chosen.includes(right));
    setPreset(presets.find((each) => isSame(each.rights))?.id ?? own);
    bound.onChange(chosen);
  };
  const use = (id: string) => {
    setPreset(id);
    bound.onChange([...(presets.find((each) => each.id === id)?.rights ?? [])]);
  };
  return (
    <FormDialog title={title} verb={t('keys.make')} form={form} onClose={onClose} isWide={isWide}>
      <Field label={t('keys.name')} help={nameHelp} autoFocus {...form.bind('name')} />
      {note !== undefined && <p>{note}</p>}
      {presets.length > 0 && (
        <Select
          label={t('keys.preset')}
          help={presets.find(({ id }) => id === preset)?.about}
          value={preset}
          options={[...presets.map(({ id, name }) => [id, name] as const), [own, t('keys.preset_own')]]}
          onChange={use}
        />
      )}
      <div className={css.rights}>
        <CheckboxGroup {...choice} {...bound} onChange={choose} />
      </div>
      <Select
        label={t('keys.lifetime')}
        options={lifetimeOptions()}
        {...form.bind('lifetime', 'expires_at')}
      />
      <AddressesField {...form.bind('addresses', 'allowed_addresses')} />
    </FormDialog>
  );
}
