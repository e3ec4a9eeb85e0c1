import { inHalves } from './halves.ts';

/** Something that follows the audit log of its project by a cursor of its own, such as a subscription. */
export interface Following {
  projectId: string;
}

/** One kind of followers, each with its cursor in the database. */
export interface Followers<One extends Following> {
  /** The place before all followers. */
  first: One;
  /** Reads at most `most` followers after a place, in the order of their keys, however few of them are behind. */
  lookOn(after: One, most: number): Promise<(One & { behind: boolean })[]>;
  /** Finds the followers in some projects that are behind, in the order of their turns. */
  findBehind(projectIds: string[]): Promise<One[]>;
  /** Most followers that one call of `advance` takes. */
  together: number;
  /** Takes some of them a part of their way, in one transaction. @returns those that are still behind and can go on */
  advance(some: One[]): Promise<One[]>;
}

/** Most turns of one follower in a call, because the others wait for them. */
const turnsAtOnce = 20;
/** Most projects whose followers one statement looks for. */
const projectsAtOnce = 100;
/** Most followers that one look reads. */
const lookedAtOnce = 500;
/** The interval of looks that no news asked for. */
const lookEveryMs = 5000;

/**
 * Takes all followers of one kind to the end of their logs, in any number of processes.
 *
 * It looks at the projects that the news of the audit log name, so that projects in which nothing happens cost nothing. News
 * can be lost: at its start, and when `hear` says so, it looks at all followers, and every five seconds at the next 500.
 */
export class LogFollower<One extends Following> {
  readonly #followers: Followers<One>;
  /** Projects whose followers may be behind. One stays here until none of its followers was found behind. */
  readonly #news = new Set<string>();
  #place: One;
  #isLost = true;
  #lookedAt = 0;

  constructor(followers: Followers<One>) {
    this.#followers = followers;
    this.#place = followers.first;
  }

  /** Takes news of the audit log: undefined after a time in which some may have been lost. */
  hear(projectIds: readonly string[] | undefined): void {
    if (projectIds === undefined) this.#isLost = true;
    else for (const projectId of projectIds) this.#news.add(projectId);
  }

  /**
   * Advances those that are behind. Without news this takes one statement every five seconds. Followers take turns, so that
   * one that is far behind does not delay the others; after some turns the rest is left for the next call.
   * @throws the first failure, after the turns of all others
   */
  async run(): Promise<void> {
    await this.#look();
    const failures: unknown[] = [];
    let projectIds = [...this.#news];
    for (let turn = 0; turn < turnsAtOnce && projectIds.length > 0; turn++) {
      const further = new Set<string>();
      // Other workers heard the same news. In another order they seldom meet at the same follower.
      for (const some of chunksOf(shuffled(projectIds), projectsAtOnce)) {
        for (const group of chunksOf(await this.#findBehind(some), this.#followers.together)) {
          try {
            for (const { projectId } of await this.#advance(group, failures)) further.add(projectId);
          } catch (error) {
            failures.push(error);
          }
        }
      }
      projectIds = [...further];
    }
    if (failures.length > 0) throw failures[0];
  }

  #advance(some: One[], failures: unknown[]): Promise<One[]> {
    const advance = (part: One[]) => this.#followers.advance(part);
    return inHalves(some, advance, (_, error) => failures.push(error));
  }

  async #findBehind(projectIds: string[]): Promise<One[]> {
    // Before the statement, because news that come during it are not in its answer.
    for (const projectId of projectIds) this.#news.delete(projectId);
    try {
      const behind = await this.#followers.findBehind(projectIds);
      // Another worker may hold it and die, or it cannot go on now.
      for (const { projectId } of behind) this.#news.add(projectId);
      return behind;
    } catch (error) {
      this.hear(projectIds);
      throw error;
    }
  }

  /** Looks for followers that are behind although no news said so. */
  async #look(): Promise<void> {
    if (!this.#isLost && performance.now() < this.#lookedAt + lookEveryMs) return;
    this.#lookedAt = performance.now();
    if (!this.#isLost) return this.#lookOn();
    this.#isLost = false;
    this.#place = this.#followers.first;
    try {
      do await this.#lookOn();
      while (this.#place !== this.#followers.first);
    } catch (error) {
      this.#isLost = true;
      throw error;
    }
  }

  async #lookOn(): Promise<void> {
    const seen = await this.#followers.lookOn(this.#place, lookedAtOnce);
    for (const { projectId, behind } of seen) if (behind) this.#news.add(projectId);
    this.#place = seen.length < lookedAtOnce ? this.#followers.first : seen.at(-1)!;
  }
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let n = 0; n < items.length; n += size) chunks.push(items.slice(n, n + size));
  return chunks;
}

/** The same items in a random order. */
function shuffled<Item>(items: Item[]): Item[] {
  for (let n = items.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [items[n], items[other]] = [items[other]!, items[n]!];
  }
  return items;
}
