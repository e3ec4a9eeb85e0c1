import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import { laxBool, laxInt, list, literal, text } from '../../http/fields.ts';

/** Words that a visitor is greeted with before anything was said. */
export interface Greeting {
  page?: string | null;
  after_seconds: number;
  text: string;
}

/** Something that a visitor is asked before they write. */
export interface FormField {
  type: 'name' | 'mail' | 'phone' | 'text';
  label: string;
  key?: string | null;
  required: boolean;
}

/** How a web chat looks on the pages of its sites. Whatever is absent is as the script has it. */
export interface Appearance {
  title?: string;
  accent?: string;
  greeting?: string;
  position?: 'left' | 'right';
  theme?: 'auto' | 'light' | 'dark';
  answer_minutes?: number;
  radius?: number;
  launcher?: string;
  sound?: boolean;
  logo?: string;
  greetings?: Greeting[];
  hours?: boolean;
  person_button?: 'always' | 'open' | 'never';
  form?: FormField[];
}

const title = text({ max: 100 });
const greeting = text({ max: 500 });
const accent = text({ max: 7 }).refine(
  (value) => /^#[0-9a-f]{6}$/i.test(value),
  'a colour such as #2456e6: a number sign and six digits of 0 to 9 and a to f',
);
const logo = text({ max: 500 }).refine(
  (value) =>
    value === '' ||
    readId('file', value) !== undefined ||
    (/^https:\/\/\S+$/.test(value) && URL.canParse(value)),
  'the address of a picture, beginning with https://, or the id of a file',
);
const mostRadius = 28;
const mostGreetings = 10;
/** An hour: who stays longer than that is not greeted any more. */
const longestDelaySeconds = 3600;

const greetings = list(
  z.strictObject({
    /** The path of a page, or its whole address; `*` for any characters. Without it every page. */
    page: text({ min: 1, max: 200 })
      .refine(
        (value) => /^(?:\/|\*|https?:\/\/)\S*$/.test(value),
        'a path such as /prices*, or an address with https://',
      )
      .nullish(),
    after_seconds: laxInt({ ge: 0, le: longestDelaySeconds, default: 0 }),
    text: text({ min: 1, max: 500 }),
  }),
  { max: mostGreetings },
);

const mostFields = 8;
const field = z
  .strictObject({
    /** Where the answer goes: the name of the account, or the state of the profile. */
    type: literal(['name', 'mail', 'phone', 'text']),
    label: text({ min: 1, max: 100 }),
    /** Of a text: its key in the state. */
    key: text({ min: 1, max: 100 }).nullish(),
    required: laxBool({ default: false }),
  })
  .superRefine(({ type, key }, ctx) => {
    const isText = type === 'text';
    if (isText === (typeof key === 'string') && !['name', 'mail', 'phone'].includes(key ?? '')) return;
    const message = isText
      ? 'a text needs a key of the state, other than name, mail and phone'
      : 'only a text has a key';
    ctx.addIssue({ code: 'custom', path: ['key'], message, input: key });
  });
const form = list(field, { max: mostFields }).superRefine((given, ctx) => {
  const seen = new Set<string>();
  for (const [i, { type, key }] of given.entries()) {
    const place = key ?? type;
    if (seen.has(place)) {
      ctx.addIssue({ code: 'custom', path: [i], message: `is asked twice: ${place}`, input: place });
    }
    seen.add(place);
  }
});

/** The settings of a channel that say how its chat looks. */
export const appearance = {
  /** At the top of the chat. */
  title: title.optional(),
  /** The colour of the button, of the top and of what the visitor said. */
  accent: accent.optional(),
  /** What stands in a chat in which nothing was said yet. */
  greeting: greeting.optional(),
  /** The corner of the page at the bottom. */
  position: literal(['right', 'left']).optional(),
  /** `auto`: as the visitor's system is. */
  theme: literal(['auto', 'light', 'dark']).optional(),
  /** How soon a person usually answers: visitors who ask for one are told. */
  answer_minutes: laxInt({ ge: 1, le: 1440 }).optional(),
  /** How round the corners of the window are, in pixels. */
  radius: laxInt({ ge: 0, le: mostRadius }).optional(),
  /** Words beside the picture of the button. */
  launcher: text({ max: 30 }).optional(),
  /** Whether new messages sound for visitors who have not chosen. */
  sound: laxBool().optional(),
  /** A picture in place of the first letter of the title: its address, or the id of a file. */
  logo: logo.optional(),
  /** Beside the button, before anything was said: the first one whose page it is. */
  greetings: greetings.optional(),
  /** Visitors see when people are back, by the calendar of the project. */
  hours: laxBool().optional(),
  /** When visitors may ask for a person; `open`: in the hours of the calendar. */
  person_button: literal(['always', 'open', 'never']).optional(),
  /** What a visitor is asked before they write. */
  form: form.optional(),
};

/** Whether a setting says the same as none. */
const isUsual = (value: unknown) => !value && value !== 0;

/** Where a chat shows a file as its logo, below the address of the server. @param file `file_…` */
export const logoPath = (channelId: string, file: string): string =>
  `/chat/${showId('channel', channelId)}/logo/${file}`;

/** The picture of a person as a part of what a visitor is told: its address below that of the server. @param file `file_…` */
export const portraitOf = (channelId: string, file: string | null | undefined): { picture?: string } =>
  file ? { picture: `/chat/${showId('channel', channelId)}/people/${file}` } : {};

/** What a page has to know before a visitor opens the chat. Texts that are empty count as absent. */
export function appearanceOf(channelId: string, settings: Appearance): Appearance {
  const names = Object.keys(appearance) as (keyof Appearance)[];
  const { logo, ...look }: Appearance = Object.fromEntries(
    names.flatMap((name) => (isUsual(settings[name]) ? [] : [[name, settings[name]]])),
  );
  if (logo === undefined) return look;
  return { ...look, logo: logo.startsWith('https:') ? logo : logoPath(channelId, logo) };
}
