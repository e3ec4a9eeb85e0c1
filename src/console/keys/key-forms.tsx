import { useState } from 'react';
import { Field } from '../kit/field.tsx';
import { MomentField } from '../kit/moment-field.tsx';
import { Select } from '../kit/select.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { say } from '../kit/toast.tsx';
import { Tokens } from '../kit/tokens.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { t } from '../text/text.ts';
import { type KeyList, useKeyCalls } from './key-calls.ts';
import { type AnyKey, nameOf } from './key-row.tsx';

interface AddressesFieldProps {
  value: string[];
  onChange(value: string[]): void;
  fault: string | undefined;
}

/** A field for the addresses from which a key may be used. */
export const AddressesField = ({ value, onChange, fault }: AddressesFieldProps) => (
  <Tokens
    label={t('keys.addresses')}
    help={t('keys.addresses_help')}
    values={value}
    onChange={(addresses) => onChange([...addresses])}
    fault={fault}
  />
);

/** None: from everywhere. */
export const addressesOrNull = (addresses: readonly string[]) =>
  addresses.length === 0 ? null : [...addresses];

/** The part of a key that people may change. */
export interface KeyChange {
  name: string;
  expires_at: string | null;
  allowed_addresses: string[] | null;
}

interface ChangeKeyProps {
  of: AnyKey;
  save(change: KeyChange): Promise<unknown>;
  onClose(): void;
}

/** Its name, its end and from where it may be used. What it may do stays: another key is made for that. */
function ChangeKey({ of: key, save, onClose }: ChangeKeyProps) {
  const form = useForm(
    { name: key.name, expires_at: key.expires_at, addresses: key.allowed_addresses ?? [] },
    async ({ name, expires_at, addresses }) => {
      await save({ name, expires_at, allowed_addresses: addressesOrNull(addresses) });
      say(t('shell.saved'));
      onClose();
    },
  );
  return (
    <FormDialog
      title={t('keys.change_title', { name: nameOf(key) })}
      verb={t('shell.save')}
      form={form}
      onClose={onClose}
    >
      <Field label={t('keys.name')} autoFocus {...form.bind('name')} />
      <MomentField
        label={t('keys.expires_at')}
        help={t('keys.expires_at_help')}
        {...form.bind('expires_at')}
      />
      <AddressesField {...form.bind('addresses', 'allowed_addresses')} />
    </FormDialog>
  );
}

const overlaps = ['0', '1', '24', '168'] as const;

interface ReplaceKeyProps {
  of: AnyKey;
  /** @returns the new secret */
  replace(overlapHours: number): Promise<string>;
  onClose(): void;
}

/** Makes another key with the same rights; the present one goes on for a while. */
function ReplaceKey({ of: key, replace, onClose }: ReplaceKeyProps) {
  const [secret, setSecret] = useState<string>();
  const form = useForm({ overlap: '24' as (typeof overlaps)[number] }, async ({ overlap }) =>
    setSecret(await replace(Number(overlap))),
  );
  const options = overlaps.map(
    (hours) => [hours, t('keys.overlap_hours', { hours: Number(hours) })] as const,
  );
  if (secret !== undefined)
    return (
      <ShownOnce
        title={t('keys.new_secret')}
        label={t('keys.secret')}
        text={t('keys.replaced_text')}
        secret={secret}
        onDone={onClose}
      />
    );
  return (
    <FormDialog
      title={t('keys.replace_title', { name: nameOf(key) })}
      verb={t('keys.replace')}
      form={form}
      onClose={onClose}
    >
      <p>{t('keys.replace_text')}</p>
      <Select label={t('keys.overlap')} options={options} {...form.bind('overlap', 'overlap_hours')} />
    </FormDialog>
  );
}

interface ActOnKeyProps {
  what: 'change' | 'replace';
  of: AnyKey;
  list: KeyList;
  onClose(): void;
}

/** The window of what somebody does with a key. */
export function ActOnKey({ what, of: key, list, onClose }: ActOnKeyProps) {
  const calls = useKeyCalls(list);
  return what === 'change' ? (
    <ChangeKey of={key} onClose={onClose} save={(body) => calls.change(key.id, body)} />
  ) : (
    <ReplaceKey of={key} onClose={onClose} replace={(hours) => calls.replace(key.id, hours)} />
  );
}
