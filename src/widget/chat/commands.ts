import type { Call } from '../contract.ts';
import type { Events } from './events.ts';
import type { Memory } from './memory.ts';
import type { Server } from './server.ts';
import type { Theme } from './theme.ts';

interface CommandsOptions {
  events: Events;
  theme: Theme;
  server: Server;
  memory: Memory;
  /** Is nobody any more. */
  leave: () => void;
}

type Listener = (detail: unknown) => void;

/** What a page may ask of the chat by `Parley(…)`, besides opening and closing it. */
export function commandsOf({ events, theme, server, memory, leave }: CommandsOptions): (call: Call) => void {
  const commands: Record<string, (...args: never[]) => void> = {
    on: (event: string, listener: Listener) => events.on(event, listener),
    off: (event: string, listener: Listener) => events.off(event, listener),
    theme: (wanted: unknown) => theme.choose(wanted),
    identify(user?: { token?: unknown }) {
      const token = user?.token;
      if (typeof token === 'string') server.identify(token).catch(() => {});
      else console.error('Parley: identify needs {token}, which the server of the page has signed.');
    },
    shutdown() {
      memory.write('who', undefined);
      leave();
    },
  };
  return ([name, ...args]) => {
    if (Object.hasOwn(commands, name)) commands[name]!(...(args as never[]));
    else console.error(`Parley: there is no command "${name}".`);
  };
}
