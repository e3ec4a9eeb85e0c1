import { randomUUID } from 'node:crypto';
import type { FakeTelegram } from '../fakes/telegram.ts';
import type { TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Browser, makeChat, openBrowser } from '../webchat/scene.ts';
import { makeDialogScene, signedCall } from './scene.ts';

/** A message as the customer's client shows it. */
export interface Shown {
  text: string;
  buttons: string[];
}

/** Somebody in any type of channel, who reads, types and presses what is shown. */
export interface Speaker {
  say(text: string): Promise<void>;
  /** Presses a button of the newest message that has it, or of the newest with this text. */
  press(button: string, message?: string): Promise<void>;
  /** All messages so far, once there are as many. */
  shown(count: number): Promise<Shown[]>;
}

/** Somebody of whom the project has a profile. */
export interface Customer extends Speaker {
  state(): Promise<Record<string, string>>;
}

export const typesOfCustomer = ['telegram', 'webchat', 'webhook'] as const;
type Type = (typeof typesOfCustomer)[number];

const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

/** Publishes a scenario in a project of its own with one channel, and brings a customer to it. */
export async function makeCustomer(
  type: Type,
  { server, telegram, definition }: { server: TestServer; telegram: FakeTelegram; definition: object },
): Promise<Customer> {
  const project = await server.makeProject();
  const channel = await makeChannel[type](server, project.id, telegram);
  const scene = await makeDialogScene(server, project, channel);
  await scene.publish(definition as Record<string, unknown>);
  const stateOf = async (externalId: string) => {
    const path = `/api/v1/projects/${project.id}/profiles?channel_id=${channel}&external_id=${externalId}`;
    return (await server.call('GET', path, project)).body.items[0].state;
  };
  switch (type) {
    case 'telegram': {
      const id = 10_000 + Math.floor(Math.random() * 1e9);
      return { ...onTelegram(telegram, id), state: () => stateOf(String(id)) };
    }
    case 'webchat': {
      const visitor = await openBrowser(server, channel);
      return { ...asVisitor(visitor), state: () => stateOf(visitor.visitorId) };
    }
    case 'webhook': {
      const externalId = randomUUID();
      const identity = await scene.identity(externalId);
      const call = (body: object) =>
        server.call(
          'POST',
          `/api/channels/${channel}/webhook`,
          signedCall(secret, { external_id: externalId, message_id: randomUUID(), ...body }),
        );
      return {
        ...speaker(
          async (text) => void (await call({ text })),
          async () =>
            (await scene.history(identity))
              .filter(({ direction }) => direction === 'out')
              .map(({ id, text, buttons }) => ({
                ...{ text, place: id },
                buttons: buttons.map((each: any) => each.text),
              })),
          (message_id, _, index) => call({ button: { message_id, index } }),
        ),
        state: () => stateOf(externalId),
      };
    }
    default:
      return type satisfies never;
  }
}

/** A new customer of a bot, who has started it. */
export function onTelegram(telegram: FakeTelegram, id: number): Speaker {
  telegram.meet({ id });
  const keysOf = (markup: any): any[] => (markup?.inline_keyboard ?? markup?.keyboard ?? []).flat();
  return speaker(
    async (text) => void (await telegram.say(id, text)),
    async () =>
      telegram.sent
        .filter(({ chat_id }) => chat_id === id)
        .map(({ message_id, text, caption, reply_markup }: any) => ({
          ...{ text: text ?? caption, place: { message_id, reply_markup } },
          buttons: keysOf(reply_markup).map((key) => key.text),
        })),
    ({ message_id, reply_markup }: any, button, index) => {
      const data = keysOf(reply_markup)[index].callback_data;
      return data === undefined ? telegram.say(id, button) : telegram.press(id, message_id, data);
    },
  );
}

/** The visitor of a web chat. */
export function asVisitor(visitor: Browser): Speaker {
  return speaker(
    async (text) => void (await visitor.say(text)),
    async () =>
      (await visitor.messages())
        .filter(({ direction }) => direction === 'out')
        .map(({ message_id, text, buttons, spent }) => ({
          ...{ text, place: message_id },
          buttons: spent ? [] : buttons.map((each: any) => each.text),
        })),
    (message_id, _, index) => visitor.call('POST', '/messages', { button: { message_id, index } }),
  );
}

/** @param messages what the client shows, with the place of each message to press it */
function speaker<Place>(
  say: Speaker['say'],
  messages: () => Promise<(Shown & { place: Place })[]>,
  press: (place: Place, button: string, index: number) => Promise<unknown>,
): Speaker {
  return {
    say,
    async press(button, message) {
      const found = await until(async () =>
        (await messages()).findLast(
          ({ text, buttons }) => buttons.includes(button) && (message === undefined || text === message),
        ),
      );
      await press(found.place, button, found.buttons.indexOf(button));
    },
    shown: (count) =>
      until(async () => {
        const all = await messages();
        return all.length >= count && all.map(({ text, buttons }) => ({ text, buttons }));
      }),
  };
}

const makeChannel: Record<
  Type,
  (server: TestServer, project: string, telegram: FakeTelegram) => Promise<string>
> = {
  telegram: async (server, project, telegram) =>
    (
      await server.make('POST', `/projects/${project}/channels`, {
        ...{ type: 'telegram', name: 'Bot', environment: 'live' },
        settings: { token: telegram.token, base_url: telegram.url },
      })
    ).id,
  webchat: async (server, project) => (await makeChat(server, { id: project } as never)).id,
  webhook: async (server, project) => {
    const settings = { url: 'https://client.example/', signing_secret: secret };
    return (await server.makeChannel(project, undefined, settings)).id;
  },
};
