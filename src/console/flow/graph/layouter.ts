import { workerUrl } from '../../kit/trusted.ts';
import type { Layout } from './layout.ts';
import workerAddress from './layout-worker.ts?worker&url';
import type { Plan } from './plan.ts';

interface Asked {
  plan: Plan;
  done(layout: Layout | undefined): void;
}

/** Has flows laid out by a worker, one after the other: of those that are asked for meanwhile the last one is the one that is meant. */
export class Layouter {
  #worker: Worker | undefined;
  #now: Asked | undefined;
  #next: Asked | undefined;

  /** @param done gets the layout, unless another one was asked for; undefined: this browser starts no worker, or lost it */
  ask(plan: Plan, done: Asked['done']): void {
    if (this.#now) this.#next = { plan, done };
    else this.#start({ plan, done });
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#now = undefined;
    this.#next = undefined;
  }

  #start(asked: Asked): void {
    this.#now = asked;
    try {
      this.#worker ??= this.#made();
      this.#worker.postMessage(asked.plan);
    } catch {
      this.#end(undefined);
    }
  }

  #made(): Worker {
    const worker = new Worker(workerUrl(workerAddress), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ layout: Layout; ms: number }>) => {
      const end = performance.now();
      performance.measure('parley.layout', { start: end - data.ms, end });
      this.#end(data.layout);
    };
    worker.onerror = () => {
      worker.terminate();
      this.#worker = undefined;
      this.#end(undefined);
    };
    return worker;
  }

  #end(layout: Layout | undefined): void {
    const [asked, next] = [this.#now, this.#next];
    this.#now = undefined;
    this.#next = undefined;
    if (next) this.#start(next);
    else asked?.done(layout);
  }
}
