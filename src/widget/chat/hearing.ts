import type { Bubbles } from './bubbles.ts';
import type { Log } from './log.ts';
import type { Notes } from './notes.ts';
import type { Server } from './server.ts';
import type { Lead, Message, Pressed, Typing } from './wire.ts';

interface HearingOptions {
  server: Server;
  log: Log;
  notes: Notes;
  bubbles: Bubbles;
}

/** Shows what the server tells, whichever tab of the browser has listened. */
export class Hearing {
  readonly #options: HearingOptions;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  hear(name: string, data: string): void {
    const { log, notes, bubbles } = this.#options;
    const told: unknown = JSON.parse(data);
    if (name === 'message') {
      const message = told as Message;
      if (message.n > log.last + 1 && !log.isEmpty) return void this.catchUp();
      log.show([message], true);
    }
    if (name === 'operator') notes.hold(told as Lead);
    if (name === 'seen') log.see((told as { n: number }).n);
    if (name === 'typing') notes.writes(told as Typing);
    if (name === 'revision') bubbles.revise(told as Message);
    if (name === 'press') {
      const { notice, ...press } = told as Pressed;
      bubbles.settle(press);
      if (notice) log.inform(notice);
    }
  }

  /** Reads what this tab was not told. */
  async catchUp(): Promise<void> {
    const { server, log } = this.#options;
    const answer = await server.send('GET', `/messages?after=${log.last}`).catch(() => undefined);
    if (answer?.ok) log.show(((await answer.json()) as { items: Message[] }).items, true);
  }
}
