/**
 * The chat of a Parley server, for applications that are bundled. Nothing happens when this module is imported, and on a server every
 * function does nothing. `boot` loads the chat from the Parley server; what is called before it is there is done as soon as it is.
 */

/** Which chat, and how it begins. */
export interface BootOptions {
  /** The address of the Parley server, such as `https://parley.example`. */
  server: string;
  /** The id of the chat's channel, `ch_…`. */
  channel: string;
  /** For all visitors but those who choose another in the chat. Absent: as the channel says. */
  theme?: 'light' | 'dark';
  /** Two letters. Absent: as the page says (`<html lang>`), or the browser. */
  language?: string;
  /** Absent: as the page has it. */
  direction?: 'ltr' | 'rtl';
  /** The chat is open from the start. */
  open?: boolean;
  /** Of a policy of the page that admits scripts by a nonce. */
  nonce?: string;
}

/** A message to the visitor. */
export interface ChatMessage {
  id: string;
  author: 'scenario' | 'operator';
  text: string;
}

/** What a page can be told, and what a listener gets. */
export interface ChatEvents {
  /** The chat is there. Who listens later is told at once. */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** How many messages the visitor has not seen. */
  unread: number;
  message: ChatMessage;
}

/** Says who uses the page. */
export interface User {
  /** The JSON Web Token that your server has signed. */
  token: string;
}

type Queue = ((...call: unknown[]) => unknown) & { q?: unknown[][] };
interface Page {
  Parley?: Queue;
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

/** The chat of this page, from `boot` on. */
let booted: { address: string; loading: Promise<void> } | undefined;
let policy: { createScriptURL(url: string): string } | undefined;

const isPage = (): boolean => typeof document !== 'undefined';

function call(...what: unknown[]): void {
  if (!isPage()) return;
  const page = window as unknown as Page;
  if (!page.Parley) {
    const waiting: unknown[][] = [];
    page.Parley = Object.assign((...later: unknown[]) => void waiting.push(later), { q: waiting });
  }
  page.Parley(...what);
}

/** A page that requires trusted types takes an address only from a policy, whose name it has to allow. */
function trusted(url: string): string {
  try {
    policy ??= (window as unknown as Page).trustedTypes?.createPolicy('parley-module', {
      createScriptURL: (address) => address,
    });
  } catch {} // the page does not allow it, and may not require it
  return policy?.createScriptURL(url) ?? url;
}

/**
 * Puts the chat on the page. Once is enough: again it does nothing, or puts back what `unmount` took away.
 * @returns when the chat's launcher is there. It rejects if that cannot be loaded, and `boot` may be tried again.
 * @throws Error for a server or a channel that can be none, and where the page has another chat already
 */
export function boot(options: BootOptions): Promise<void> {
  const { server, channel } = options;
  if (!/^https?:\/\/[^/]/.test(server))
    throw new Error('Parley: server is an address such as https://parley.example.');
  if (!/^ch_\w+$/.test(channel)) throw new Error('Parley: channel is the id of a chat, ch_….');
  if (!isPage()) return Promise.resolve();
  const address = `${server.replace(/\/+$/, '')}/chat/${channel}.js`;
  if (booted && booted.address !== address) {
    throw new Error(`Parley: this page has the chat ${booted.address} already. Nothing was changed.`);
  }
  if (booted) {
    mount();
    return booted.loading;
  }
  const loading = load(address, options);
  booted = { address, loading };
  // Who does not wait for it is not troubled by its failure.
  loading.catch(() => {
    booted = undefined;
  });
  return loading;
}

function load(address: string, { theme, language, direction, open, nonce }: BootOptions): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.async = true;
    if (nonce) script.nonce = nonce;
    const data = { theme, lang: language, dir: direction, ...(open && { open: '' }) };
    for (const [name, value] of Object.entries(data)) if (value !== undefined) script.dataset[name] = value;
    script.onload = () => done();
    script.onerror = () => {
      script.remove();
      fail(
        new Error(
          `Parley: ${address} could not be loaded. Is the server there, and does the policy of this page allow it?`,
        ),
      );
    };
    script.src = trusted(address);
    document.head.append(script);
  });
}

/** Opens the window of the chat. */
export const open = (): void => call('open');

/** Closes it. */
export const close = (): void => call('close');

/** Opens it, or closes it. */
export const toggle = (): void => call('toggle');

/** Takes the chat off the page; what was said stays. */
export const unmount = (): void => call('unmount');

/** Puts it back. */
export const mount = (): void => call('mount');

/** Light or dark, as if the visitor chose it; null: as the system is. */
export const setTheme = (theme: 'light' | 'dark' | null): void => call('theme', theme);

/** Says who uses the page: a word that your server has signed. */
export const identify = (user: User): void => call('identify', user);

/** Forgets the visitor in this browser, when somebody logs out. The next one who writes is somebody else. */
export const shutdown = (): void => call('shutdown');

/** Listens to something. @returns ends it */
export function on<Name extends keyof ChatEvents>(
  event: Name,
  listener: (detail: ChatEvents[Name]) => void,
): () => void {
  call('on', event, listener);
  return () => call('off', event, listener);
}
