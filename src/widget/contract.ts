/** What the loader and the body of the chat say to each other. Both are built from one tree and named by a hash, so it may change. */

/** How the owner of the channel wants the chat to look. Whatever is absent is as usual. */
export interface Look {
  title?: string;
  accent?: string;
  greeting?: string;
  position?: 'left' | 'right';
  theme?: 'auto' | 'light' | 'dark';
  /** How soon a person usually answers. */
  answer_minutes?: number;
  /** Of the corners of the window, in pixels. */
  radius?: number;
  /** Words beside the picture of the launcher. */
  launcher?: string;
  /** Whether new messages sound for visitors who have not chosen. */
  sound?: boolean;
  /** A picture in place of the first letter of the title: its address, which is below the server if it begins with a slash. */
  logo?: string;
  /** Said beside the launcher before anything else was: the first one whose page it is. */
  greetings?: Greeting[];
  /** Whether visitors see when people are back. */
  hours?: boolean;
  person_button?: 'always' | 'open' | 'never';
  /** What a visitor is asked before they write. */
  form?: FormField[];
}

export interface FormField {
  type: 'name' | 'mail' | 'phone' | 'text';
  label: string;
  /** Of a text. */
  key?: string | null;
  required?: boolean;
}

export interface Greeting {
  /** A path or an address with `*` for any characters; absent for every page. */
  page?: string | null;
  after_seconds: number;
  text: string;
}

/** A call of `Parley(…)`: the name of a command, and what belongs to it. */
export type Call = readonly [name: string, ...args: unknown[]];

/** What the loader has made, and knows. */
export interface Shell {
  /** The address of the server, without a final slash. */
  base: string;
  /** `ch_…` */
  channel: string;
  /** The name below which the browser stores what belongs to this chat. */
  place: string;
  host: HTMLElement;
  root: ShadowRoot;
  opener: HTMLButtonElement;
  /** The field in which a visitor may have begun to write while the body was loaded. */
  input: HTMLTextAreaElement;
  /** What they have sent by Enter meanwhile. */
  said: string[];
  language: string;
  /** The attributes `data-…` of the script. */
  data: DOMStringMap;
  look: Look;
  /** The element of the page that the chat stands in; undefined while it is above the page. */
  frame: HTMLElement | undefined;
}

/** What the loader asks of the body. */
export interface Body {
  readonly isOpen: boolean;
  /** @param isQuiet the focus stays where it is */
  open(isQuiet?: boolean): void;
  close(): void;
  /** The settings of the channel have changed, as in the preview of the console. */
  dress(): void;
  /** It was moved into the page or out of it. */
  moved(): void;
  /** The page has taken it away, or given it back. */
  rest(isAway: boolean): void;
  /** A command that the loader does not know. */
  command(call: Call): void;
}

export type StartBody = (shell: Shell) => Body;

/** The element of the script that loads the body: it hands itself over there, so nothing global is needed. */
export interface Handing extends HTMLScriptElement {
  give?: (start: StartBody) => void;
}
