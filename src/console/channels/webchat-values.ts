import type { Channel } from './standing.ts';

/** Words before anything was said. An empty page is every page. */
export interface GreetingValues {
  page: string;
  after_seconds: number | null;
  text: string;
}

/** Something that a visitor is asked before they write. */
export interface AskedValues {
  type: 'name' | 'mail' | 'phone' | 'text';
  label: string;
  /** Of a text: its key in the customer's state. */
  key: string;
  required: boolean;
}

/** What can be set of a web chat. Empty texts and null: as usual. */
export interface ChatValues {
  name: string;
  title: string;
  greeting: string;
  greetings: readonly GreetingValues[];
  form: readonly AskedValues[];
  accent: string;
  logo: string;
  radius: number | null;
  launcher: string;
  position: 'left' | 'right';
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  answer_minutes: number | null;
  hours: boolean;
  person_button: 'always' | 'open' | 'never';
  call_minutes: number | null;
  upload_mb: number | null;
  upload_types: readonly string[];
  sessions_per_minute: number | null;
  messages_per_minute: number | null;
  proof_above: number | null;
}

const wordOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** One of a few; the first if it is none of them. */
const choiceOf = <Value extends string>(value: unknown, all: readonly [Value, ...Value[]]): Value =>
  all.find((each) => each === value) ?? all[0];

export function valuesOf({ name, settings }: Channel): ChatValues {
  const { greetings, form, upload_types: types } = settings;
  return {
    name,
    title: wordOf(settings.title),
    greeting: wordOf(settings.greeting),
    greetings: (Array.isArray(greetings) ? greetings : []).map(({ page, after_seconds, text }) => ({
      page: wordOf(page),
      after_seconds: numberOf(after_seconds),
      text: wordOf(text),
    })),
    form: (Array.isArray(form) ? form : []).map(({ type, label, key, required }) => ({
      type: choiceOf(type, ['name', 'mail', 'phone', 'text']),
      label: wordOf(label),
      key: wordOf(key),
      required: required === true,
    })),
    accent: wordOf(settings.accent),
    logo: wordOf(settings.logo),
    radius: numberOf(settings.radius),
    launcher: wordOf(settings.launcher),
    position: choiceOf(settings.position, ['right', 'left']),
    theme: choiceOf(settings.theme, ['auto', 'light', 'dark']),
    sound: settings.sound === true,
    answer_minutes: numberOf(settings.answer_minutes),
    hours: settings.hours === true,
    person_button: choiceOf(settings.person_button, ['always', 'open', 'never']),
    call_minutes: numberOf(settings.call_minutes),
    upload_mb: numberOf(settings.upload_mb),
    upload_types: Array.isArray(types) ? types.map(wordOf) : [],
    sessions_per_minute: numberOf(settings.sessions_per_minute),
    messages_per_minute: numberOf(settings.messages_per_minute),
    proof_above: numberOf(settings.proof_above),
  };
}

/** What is as it usually is needs no setting. */
const orNone = (text: string) => (text.trim() === '' ? null : text.trim());

const greetingsOf = (greetings: ChatValues['greetings']) =>
  greetings.map(({ page, after_seconds, text }) => ({
    page: orNone(page),
    after_seconds: after_seconds ?? 0,
    text: text.trim(),
  }));

const formOf = (form: ChatValues['form']) =>
  form.map(({ type, label, key, required }) => ({
    ...{ type, label: label.trim(), required },
    ...(type === 'text' && { key: key.trim() }),
  }));

/** The settings as they are sent. */
export function settingsOf({ name: _, ...values }: ChatValues) {
  const greetings = greetingsOf(values.greetings);
  return {
    ...values,
    title: orNone(values.title),
    greeting: orNone(values.greeting),
    greetings: greetings.length > 0 ? greetings : null,
    form: values.form.length > 0 ? formOf(values.form) : null,
    accent: orNone(values.accent),
    logo: orNone(values.logo),
    launcher: orNone(values.launcher),
    upload_types: values.upload_types.length > 0 ? values.upload_types : null,
  };
}

/** Where this page and the chat in it find the picture; undefined for an address that is half typed, or none. */
export function placeOf(channelId: string, logo: string): string | undefined {
  if (logo.startsWith('file_')) return `/chat/${channelId}/logo/${logo}`;
  return /^(?:blob:|https:\/\/[^\s/]+\.[^\s/.]+\/)\S+$/.test(logo) ? logo : undefined;
}

/** How the chat looks while it is changed: without what the server would not take yet. */
export function lookOf(channelId: string, values: ChatValues) {
  const { title, greeting, launcher, position, theme, sound, hours, person_button } = values;
  const logo = placeOf(channelId, values.logo);
  return {
    ...{ title, greeting, launcher, position, theme, sound, hours, person_button },
    ...(/^#[0-9a-f]{6}$/i.test(values.accent) && { accent: values.accent }),
    ...(logo !== undefined && { logo }),
    ...(values.radius !== null && { radius: values.radius }),
    ...(values.answer_minutes !== null && { answer_minutes: values.answer_minutes }),
    greetings: greetingsOf(values.greetings).filter(({ text }) => text),
    form: formOf(values.form).filter(({ label }) => label),
  };
}

export type Look = ReturnType<typeof lookOf>;
