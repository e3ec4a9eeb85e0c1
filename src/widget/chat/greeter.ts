import type { Greeting, Look } from '../contract.ts';
import type { Memory } from './memory.ts';

interface GreeterOptions {
  memory: Memory;
  look: () => Look;
  /** Whether the chat is closed, and nothing was said in it. */
  mayGreet: () => boolean;
  greet: (text: string) => void;
  /** The page has changed without loading. */
  moved: () => void;
}

/** Greets who has said nothing yet: by the first greeting whose page it is, after its delay, and once in a browser. */
export class Greeter {
  readonly #options: GreeterOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #planned: string | undefined;

  constructor(options: GreeterOptions) {
    this.#options = options;
    // Where browsers tell it, a page that changes its address greets anew.
    (window as { navigation?: EventTarget }).navigation?.addEventListener('navigatesuccess', options.moved);
  }

  /** What is said on this page. */
  get text(): string | undefined {
    return this.#here?.text;
  }

  /** Begins to wait, if something is to be said here that is not waited for yet. */
  plan(): void {
    const { memory, mayGreet, greet } = this.#options;
    const here = this.#here;
    if (here?.text === this.#planned) return;
    clearTimeout(this.#timer);
    this.#planned = here?.text;
    if (!here || this.#said.includes(here.text)) return;
    this.#timer = setTimeout(() => {
      if (!mayGreet()) return;
      memory.write('greeted', JSON.stringify([...this.#said, here.text].slice(-most)));
      greet(here.text);
    }, here.after_seconds * 1000);
  }

  get #here(): Greeting | undefined {
    return this.#options.look().greetings?.find(isHere);
  }

  get #said(): string[] {
    try {
      return JSON.parse(this.#options.memory.read('greeted') ?? '[]') as string[];
    } catch {
      return [];
    }
  }
}

const most = 50;

/** Whether a greeting is for the page that the visitor is on. */
function isHere({ page }: Greeting): boolean {
  if (!page) return true;
  const { href, pathname, search } = location;
  const pattern = new RegExp(`^${page.split('*').map(escaped).join('.*')}$`);
  return [href, pathname, pathname + search].some((address) => pattern.test(address));
}

const escaped = (text: string) => text.replace(/[^\w/]/g, '\\$&');
