import { get } from 'node:http';

/** A stream of server-sent events, as far as it has come. */
export interface EventClient {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  events: { id?: string; event: string; data: any }[];
  /** The id that a browser would send in `Last-Event-ID`: of the last event, or of a block that has nothing else. */
  lastId: string | undefined;
  raw(): string;
  isOver: boolean;
  /** Closes the connection. */
  cut(): void;
}

/** Opens a stream of events on a connection of its own. @param onEvent is called after each event was added */
export function openEvents(
  url: string,
  headers: Record<string, string>,
  on: { event?: (event: EventClient['events'][number]) => void; over?: () => void } = {},
): Promise<EventClient> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      let text = '';
      let unread = '';
      const client: EventClient = {
        status: response.statusCode!,
        headers: response.headers,
        events: [],
        lastId: undefined,
        raw: () => text,
        isOver: false,
        cut: () => void request.destroy(),
      };
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const blocks = (unread + chunk).split('\n\n');
        unread = blocks.pop()!;
        for (const block of blocks) {
          const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
          if (fields.id !== undefined) client.lastId = fields.id;
          if (!fields.event) continue;
          const event = { ...fields, data: JSON.parse(fields.data) } as any;
          client.events.push(event);
          on.event?.(event);
        }
      });
      response
        .on('error', () => {})
        .on('close', () => {
          client.isOver = true;
          on.over?.();
        });
      resolve(client);
    });
    request.on('error', reject);
  });
}
