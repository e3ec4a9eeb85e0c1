import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Patience } from '../harness/patience.ts';

export interface Received {
  id: string;
  body: any;
  headers: IncomingMessage['headers'];
  at: number;
}

export interface Receiver {
  url: string;
  /** Requests with a right signature, in order. */
  received: Received[];
  /** Requests without one: an error of the server under test. */
  refused: string[];
  /** Decides the answer to a request; 204 by default. */
  answer: (received: Received, response: ServerResponse) => void | Promise<void>;
  waitFor(count: number, withinMs?: number): Promise<Received[]>;
  close(): Promise<void>;
}

/**
 * The client's own endpoint of a webhook channel, which checks signatures with the published Standard Webhooks library.
 */
export async function startReceiver(signingSecret: string): Promise<Receiver> {
  const webhook = new Webhook(signingSecret);
  const receiver: Receiver = {
    url: '',
    received: [],
    refused: [],
    answer: (_received, response) => void response.writeHead(204).end(),
    async waitFor(count, withinMs = 15_000) {
      const patience = new Patience(withinMs);
      while (receiver.received.length < count) {
        if (patience.isOver)
          throw new Error(`${receiver.received.length} of ${count} arrived in ${withinMs} ms`);
        await patience.pause(10);
      }
      return receiver.received;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    try {
      webhook.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      receiver.refused.push(`${request.method} ${request.url}: ${(error as Error).message}`);
      response.writeHead(401).end();
      return;
    }
    const received = {
      id: request.headers['webhook-id'] as string,
      body: JSON.parse(body),
      headers: request.headers,
      at: Date.now(),
    };
    receiver.received.push(received);
    await receiver.answer(received, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
