import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onTelegram } from '../dialogs/customers.ts';
import { startTarget } from '../fakes/target.ts';
import { type FakeTelegram, startTelegram } from '../fakes/telegram.ts';
import { startYooKassa } from '../fakes/yookassa.ts';
import { png } from '../files/scene.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { type Browser, identityOf, site } from '../webchat/scene.ts';
import { type Change, Example, Talk } from './scene.ts';

let server: TestServer;
let telegram: FakeTelegram;

beforeAll(async () => {
  [server, telegram] = await Promise.all([useTestServer(), startTelegram()]);
});
afterAll(() => Promise.all([server?.close(), telegram?.close()]));

const all = [{ from: '00:00', to: '24:00' }];
const always = {
  week: { monday: all, tuesday: all, wednesday: all, thursday: all, friday: all, saturday: all, sunday: all },
};
const never = { week: {} };

describe('lead-form', () => {
  it('collects what a call back needs, and enters it into the CRM, also if that fails at first', async () => {
    const crm = await startTarget();
    crm.manner = () => ({
      does: 'answer',
      ...(crm.arrivals.length === 1 ? { status: 409 } : { status: 201, body: '{"id":"L-77"}' }),
    });
    const example = await Example.publish(server, 'lead-form', {
      changes: [
        ['connections/crm.json', 'https://crm.example/api', `${crm.url}/api`],
        ['connections/crm.json', 'put-the-token-of-your-CRM-here', 'token-of-the-crm'],
        ['workflows/enter-lead.json', '"backoff_seconds": 60', '"backoff_seconds": 1'],
      ],
    });
    const ann = await example.visit();
    await ann.say('hello');
    await ann.hears('Hello! With a few answers we can make you an offer. What is your name?');
    await ann.say('Ann');
    expect(await ann.hears('What shall we build for you, Ann?')).toContain('Stairs');
    await ann.press('Kitchen');
    await ann.hears('So far: Kitchen');
    await ann.press('Stairs');
    expect(await ann.hears('So far: Kitchen, Stairs')).toContain('✓ Stairs');
    await ann.press('That is all');
    await ann.hears(/^How much do you want to spend/);
    await ann.say('€12,500');
    await ann.hears('How shall we reach you?');
    await ann.press('By phone');
    await ann.hears('Which number?');
    await ann.say('call me');
    await ann.hears('A number with its area code, please, such as +49 30 1234567.');
    await ann.say('+49 (30) 123 45 67');
    await ann.hears('May we keep this, to call you back?');
    await ann.press('Yes');
    await ann.hears('Thank you, Ann! We will be in touch within a working day.');
    const [run] = await example.runs('enter-lead', 1);
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(crm.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(2).fill('POST /api/leads'),
    );
    expect(crm.arrivals[1]!.headers.authorization).toBe('Bearer token-of-the-crm');
    const lead = { name: 'Ann', budget: 12_500, phone: '+49301234567' };
    expect(JSON.parse(crm.arrivals[1]!.body)).toMatchObject({ ...lead, wishes: ['Kitchen', 'Stairs'] });
    const customer = await identityOf(server, example.project, ann.visitor.visitorId);
    expect(await example.rows('leads', 1)).toEqual([
      { ...lead, customer, wishes: 'Kitchen, Stairs', email: null },
    ]);
    expect(await example.rows('leads-by-hand', 0)).toEqual([]);
    expect(await example.profileOf(ann.visitor)).toMatchObject({ status: 'lead', tags: ['lead'] });
    expect(crm.faults).toEqual([]);
    await crm.close();
  });

  it('leaves to people what the CRM may have or not, and forgets who does not consent', async () => {
    const crm = await startTarget();
    crm.manner = () => ({ does: 'cut after reading' });
    const example = await Example.publish(server, 'lead-form', {
      changes: [['connections/crm.json', 'https://crm.example/api', crm.url]],
    });
    const answers = async (name: string, consent: string) => {
      const talk = await example.visit();
      for (const each of ['hello', name, 'Windows', 'That is all', '900', 'By e-mail', `${name}@x.example`])
        await talk.say(each);
      await talk.hears(
        ...[/your name/, /build/, /So far/, /spend/, /reach/, /Which address/, /May we keep this/],
      );
      await talk.press(consent);
      return talk;
    };
    const bob = await answers('Bob', 'No');
    await bob.hears('Then we have forgotten it. Write "start" if you change your mind.');
    expect((await example.profileOf(bob.visitor)).state).toEqual({});
    const eve = await answers('Eve', 'Yes');
    await eve.hears(/^Thank you, Eve!/);
    expect(await example.rows('leads-by-hand', 1)).toMatchObject([
      { name: 'Eve', why: expect.stringMatching(/^unknown: /) },
    ]);
    expect(await example.rows('leads', 1)).toHaveLength(1);
    // What may have happened is not done again.
    expect(crm.arrivals).toHaveLength(1);
    await eve.hearsNoMore();
    await crm.close();
  });

  it('says what can be answered, and hands over to a person whom it does not understand', async () => {
    const example = await Example.publish(server, 'lead-form');
    const hints = {
      wishes: /^Please choose at least one of these: .*"That is all" leads on\.$/,
      reach: /^By phone or by e-mail\?/,
      consent: /^Please press "Yes" or "No"\./,
    };
    const ends = async (talk: Talk & { visitor: Browser }, hint: RegExp) => {
      await talk.say('done');
      await talk.hears(hint);
      await talk.say('$ 12k');
      await talk.hears(hint);
      await talk.say('you choose');
      await talk.hears('Let us do the rest in person: a colleague will write to you here.');
      const dialog = `/dialogs/${await identityOf(server, example.project, talk.visitor.visitorId)}`;
      await example.owner('POST', `${dialog}/messages`, { text: 'Ann, what shall it be?' });
      await talk.hears('Ann, what shall it be?');
      await example.owner('POST', `${dialog}/release`);
      await talk.hears('Write "start" whenever you want to go on.');
      await talk.hearsNoMore();
    };
    const begins = async (...answers: string[]) => {
      const talk = await example.visit();
      for (const each of ['hello', 'Ann', ...answers]) await talk.say(each);
      await talk.hears(
        /your name/,
        ...[/build/, /So far/, /spend/, /reach/, /Which number/, /May we keep this/].slice(
          0,
          answers.length + 1,
        ),
      );
      return talk;
    };
    await ends(await begins(), hints.wishes);
    await ends(await begins('Stairs', 'That is all', '900'), hints.reach);
    await ends(await begins('Stairs', 'That is all', '900', 'By phone', '+49 30 1234567'), hints.consent);
    // A hint helps who can use it: the choice goes on as before.
    const bob = await begins();
    await bob.press('That is all');
    await bob.hears(hints.wishes);
    await bob.say('kitchen, stairs');
    await bob.hears('So far: Kitchen, Stairs');
  });
});

describe('faq', () => {
  it('finds answers by topic and by words, and counts what helped and what has no answer', async () => {
    const example = await Example.publish(server, 'faq');
    await example.owner('PUT', '/calendar', always);
    const ann = await example.visit();
    await ann.say('Hello!');
    const first = 'What is it about? Choose a topic, or ask in your own words.';
    expect(await ann.hears(first)).toEqual(['Delivery', 'Payment', 'Returns']);
    await ann.press('Delivery');
    const page = await ann.hears('Which question?');
    expect([page.length, page.at(-1)]).toEqual([6, 'More questions']);
    await ann.press('More questions');
    expect(await ann.hears('Which question?')).toEqual(['Can I change the address?', 'Back']);
    await ann.press('Can I change the address?');
    await ann.hears('Until the parcel is packed: write to a person here.', 'Did that help?');
    await ann.press('Yes');
    await ann.hears('Good! Ask me anything else, whenever you like.');
    await ann.say('When will my refund come back?');
    expect(await ann.hears('Which question?')).toEqual(
      expect.arrayContaining(['When do I get my money back?', 'How do I send something back?']),
    );
    await ann.press('When do I get my money back?');
    await ann.hears('Within a week after your parcel has reached us.', 'Did that help?');
    await ann.say('Do you sell gift vouchers?');
    const more = 'I have no answer to that. Shall a person look at it?';
    await ann.hears(more);
    await ann.press('Yes, please');
    await ann.hears('What you write now goes to a colleague.');
    const answered = { question: 'Can I change the address?', yes: 1 };
    expect(await example.rows('helped', 1)).toEqual([answered]);
    expect(await example.rows('unanswered', 1)).toEqual([
      { question: 'Do you sell gift vouchers?', times: 1 },
    ]);
    await example.owner('PUT', '/calendar', never);
    const bob = await example.visit();
    await bob.say('a person, please');
    await bob.hears(/^Nobody is here now\./, 'What you write now goes to a colleague.');
  });
});

describe('booking', () => {
  it('gives a time to one of those who want it, reminds them, and frees it when they cancel', async () => {
    const example = await Example.publish(server, 'booking', {
      // Due at once.
      changes: [['workflows/remind.json', 'minus: 10800', 'minus: 2000000']],
    });
    const [ann, bob] = [await example.visit(), await example.visit()];
    const choose = async (talk: Talk) => {
      const days = await talk.hears('On which day would you like to come?');
      expect(days.slice(0, 5).join()).toMatch(/^(?:(?:Mon|Tues|Wednes|Thurs|Fri)day, \d+ [A-Z][a-z]+,?){5}$/);
      expect(days.at(-1)).toBe('Later');
      // Of the working days ahead the third, so that midnight does not matter.
      await talk.press(days[2]!);
      return days[2]!;
    };
    await ann.say('hello');
    await bob.say('hello');
    const day = await choose(ann);
    expect(await ann.hears(`At what time on ${day}?`)).toEqual(['09:00', '10:30', '13:00', '14:30']);
    await ann.press('10:30');
    expect(await choose(bob)).toBe(day);
    await bob.hears(`At what time on ${day}?`);
    await bob.press('10:30');
    await ann.hears('What is your name?');
    await bob.hears('What is your name?');
    await Promise.all([ann.say('Ann'), bob.say('Bob')]);
    const [booked] = await example.rows('bookings', 1);
    const [first, other] = booked.name === 'Ann' ? [ann, bob] : [bob, ann];
    await first.hears(
      `See you on ${day}, 10:30, ${booked.name}. Write "cancel" if you cannot come.`,
      `We expect you on ${day}, 10:30.`,
    );
    await other.hears('I am sorry, somebody has just taken that time. These are left:');
    await choose(other);
    expect(await other.hears(`At what time on ${day}?`)).toEqual(['09:00', '13:00', '14:30']);
    expect(await example.rows('bookings', 1)).toHaveLength(1);
    await first.press('Cancel my appointment');
    expect(await first.hears('Which appointment do you want to cancel?')).toEqual([`${day}, 10:30`]);
    await first.press(`${day}, 10:30`);
    await first.hears(`${day}, 10:30 is canceled. Write "book" for another time.`);
    expect(await example.rows('bookings', 0)).toEqual([]);
    await first.say('cancel');
    await first.hears('You have no appointment. Write "book" to make one.');
  });
});

describe('sale', () => {
  it('sells for money, hands over what was paid, and lets a canceled payment be tried again', async () => {
    const shop = await startYooKassa();
    const example = await Example.publish(server, 'sale', {
      changes: [
        ['connections/shop.json', '"100500"', `"${shop.shop.settings.shopId}"`],
        ['connections/shop.json', 'put-the-secret-key-of-your-shop-here', shop.secretKey],
        ['connections/shop.json', '"settings": {', `"settings": { "base_url": "${shop.baseUrl}",`],
      ],
    });
    const notify = async () => {
      const { items } = await example.owner('GET', '/connections');
      await shop.notify(`${server.url}/api/payments/${items[0].id}/notifications`, [
        shop.notifications.at(-1)!,
      ]);
    };
    const ann = await example.visit();
    await ann.say('hello');
    await ann.hears('What would you like?');
    await ann.press('The guide, 490 ₽');
    await ann.hears('490 ₽ for the guide: please pay within an hour.');
    const link = (await ann.visitor.messages()).at(-1).buttons[0];
    expect(link).toMatchObject({ text: 'Pay', url: shop.shop.payments[0]!.confirmation.confirmation_url });
    shop.cancel(shop.shop.payments[0]!.id);
    await notify();
    await ann.hears('The payment was canceled; nothing was charged. Do you want to try again?');
    await ann.press('Yes');
    await ann.hears('What would you like?');
    await ann.press('The guide, 490 ₽');
    await ann.hears('490 ₽ for the guide: please pay within an hour.');
    await ann.say('one moment');
    await ann.hears(/^Write "shop" to see what there is\./);
    shop.pay(shop.shop.payments[1]!.id);
    await notify();
    // The dialog and the workflow both speak when the money is there, in no certain order.
    await ann.hears(/./, /./);
    const said = (await ann.visitor.messages()).slice(-2);
    expect(said.map(({ text }) => text).sort()).toEqual([
      'Here is your guide.',
      'Thank you! The payment has arrived.',
    ]);
    expect(said.find(({ attachments }) => attachments)?.attachments).toMatchObject([
      { type: 'document', name: 'Guide.pdf', url: 'https://shop.example/files/guide.pdf' },
    ]);
    expect(await example.rows('sales', 1)).toMatchObject([
      { item: 'buy-guide', amount: '490.00', currency: 'RUB' },
    ]);
    expect(await example.profileOf(ann.visitor)).toMatchObject({
      tags: ['buyer'],
      paid_access: [{ product: 'guide', until: null }],
    });
    await shop.close();
  });
});

describe('follow-up', () => {
  const quick: Change[] = [
    ['workflows/follow-up.json', '"seconds": 86400', '"seconds": 1'],
    ['workflows/follow-up.json', '"seconds": 259200', '"seconds": 1'],
  ];
  const ask = 'How do you get on? A short tour shows the most important things.';
  const last = 'Your trial is still open. If you have a question, just write.';

  it('asks twice who says nothing, and nobody who has stopped it', async () => {
    const example = await Example.publish(server, 'follow-up', { changes: quick });
    await example.owner('PUT', '/calendar', always);
    const ann = await example.visit();
    await ann.say('hello');
    await ann.hears('Hello! Do you want to try our product for two weeks, free of charge?');
    await ann.press('Yes');
    await ann.hears(/^Welcome! It is open for you until \d\d [A-Z][a-z]+: https:\/\/product.example$/);
    expect(await ann.hears(ask)).toEqual(['Yes, show me', 'No more messages']);
    await ann.hears(last);
    await ann.press('No more messages');
    await ann.hears('You get no more messages from us, unless you write.');
    const { access, tags, status } = await example.profileOf(ann.visitor);
    expect([Object.keys(access), tags, status]).toEqual([['product'], ['no-follow-up'], 'trial']);
  });

  it('is over as soon as the customer writes', async () => {
    const example = await Example.publish(server, 'follow-up', { changes: quick.slice(0, 1) });
    await example.owner('PUT', '/calendar', always);
    const ann = await example.visit();
    await ann.say('hello');
    await ann.say('Yes');
    await ann.hears(/^Hello!/, /^Welcome!/, ask);
    await ann.press('Yes, show me');
    await ann.hears('Here is a tour of ten minutes: [the first steps](https://product.example/tour).');
    const canceled = await until(async () => {
      const runs = await example.runs('follow-up', 1);
      return runs.find(({ error }) => error?.code === 'canceled');
    });
    expect(canceled.status).toBe('failed');
  });
});

describe('hand-over', () => {
  it('calls the team, lets a person answer, and asks how it was; at night it takes a message', async () => {
    const team = await startTarget();
    const example = await Example.publish(server, 'hand-over', {
      changes: [['connections/team.json', 'https://chat.example', team.url]],
    });
    await example.owner('PUT', '/calendar', always);
    const ann = await example.visit();
    await ann.say('hi');
    await ann.hears('Hello! What can we do for you?');
    await ann.press('Talk to a person');
    await ann.hears('A colleague will be with you in a few minutes.');
    const identity = await identityOf(server, example.project, ann.visitor.visitorId);
    await until(() => team.arrivals.length === 1);
    expect(JSON.parse(team.arrivals[0]!.body)).toEqual({
      text: `A customer waits for a person (webchat, ${identity}, asked by the step).`,
    });
    await ann.say('My order is late.');
    await example.owner('POST', `/dialogs/${identity}/messages`, { text: 'It arrives tomorrow.' });
    await ann.hears('It arrives tomorrow.');
    await example.owner('POST', `/dialogs/${identity}/release`);
    await ann.hears('Are you content with our answer?');
    await ann.press('😀');
    await ann.hears('Thank you!');
    expect(await example.rows('ratings', 1)).toEqual([{ rating: 'good', times: 1 }]);

    await example.owner('PUT', '/calendar', never);
    await ann.say('a person please');
    await ann.hears('Write us what it is about, and we answer by e-mail.');
    await ann.say('Where is my order?');
    await ann.hears('To which address?');
    await ann.say('ann@example.com');
    await ann.hears('Thank you. We answer to ann@example.com as soon as we are back.');
    expect(await example.rows('call-backs', 1)).toEqual([
      { customer: identity, words: 'Where is my order?', email: 'ann@example.com' },
    ]);
    expect(team.faults).toEqual([]);
    await team.close();
  });

  it('takes a message if nobody comes', async () => {
    const team = await startTarget();
    const example = await Example.publish(server, 'hand-over', {
      changes: [
        ['connections/team.json', 'https://chat.example', team.url],
        ['scenario/draft.json', '"timeout_seconds": 1800', '"timeout_seconds": 1'],
      ],
    });
    await example.owner('PUT', '/calendar', always);
    const ann = await example.visit();
    await ann.say('a human, please');
    await ann.hears(
      'A colleague will be with you in a few minutes.',
      'I am sorry: all colleagues are busy.',
      'Write us what it is about, and we answer by e-mail.',
    );
    await team.close();
  });
});

describe('languages', () => {
  it('speaks the language of the customer, on Telegram as in the web chat, and changes it', async () => {
    const example = await Example.publish(server, 'languages');
    await example.owner('POST', '/channels', {
      ...{ type: 'telegram', name: 'Bot', environment: 'live' },
      settings: { token: telegram.token, base_url: telegram.url },
    });
    const bob = new Talk(onTelegram(telegram, 4242));
    const ann = await example.visit();
    for (const talk of [ann, bob]) {
      await talk.say('/start');
      expect(await talk.hears('Which language? Welche Sprache? Quelle langue ? Какой язык?')).toEqual([
        'English',
        'Deutsch',
        'Français',
        'Русский',
      ]);
      await talk.press('Deutsch');
      expect(await talk.hears('Was dürfen wir für Sie tun?')).toEqual([
        'Tisch reservieren',
        'Öffnungszeiten',
      ]);
      await talk.press('Tisch reservieren');
      await talk.hears(/^Wann möchten Sie kommen\?/);
      await talk.say('24.12.2020 19:30');
      await talk.hears('Bitte einen Tag und eine Uhrzeit, die noch kommen, wie 24.12.2026 19:30.');
      await talk.say('3.4.2099, 19.30');
      await talk.hears('Für wie viele Personen?');
      await talk.say('viele');
      await talk.hears('Bitte eine Zahl von 1 bis 12.');
      await talk.say('4');
      await talk.hears('Ihr Tisch ist reserviert: 03.04.2099 19:30, 4');
    }
    expect(telegram.sent.at(-1)?.entities).toMatchObject([{ type: 'bold' }]);
    await ann.say('hallo');
    await ann.hears('Was dürfen wir für Sie tun?');
    await ann.say('Sprache');
    await ann.hears('Which language? Welche Sprache? Quelle langue ? Какой язык?');
    await ann.press('Français');
    await ann.hears('Que pouvons-nous faire pour vous ?');
    await ann.say('?');
    await ann.hears('Choisissez une de ces possibilités.');
    await ann.say('horaires');
    await ann.hears(/^Nous sommes ouverts/);
    expect(telegram.refused).toEqual([]);
  });
});

describe('documents', () => {
  it('collects files, asks again for those that an owner rejects, and opens the account', async () => {
    const example = await Example.publish(server, 'documents');
    const ann = await example.visit();
    const send = async (name: string) => {
      const { body } = await server.call(
        'POST',
        `/api/chat/${(await example.owner('GET', '/channels')).items[0].id}/files?name=${name}`,
        {
          raw: name.endsWith('.png') ? png(30, 20) : 'just words',
          headers: {
            origin: site,
            authorization: `Bearer ${ann.visitor.token}`,
            'content-type': 'application/octet-stream',
          },
        },
      );
      const type = name.endsWith('.png') ? 'image' : 'document';
      await ann.visitor.call('POST', '/messages', { attachments: [{ type, file_id: body.file_id }] });
      return body.file_id as string;
    };
    const sendAll = async () => {
      await ann.hears('Send a picture of the page of your passport that has your photo.');
      await send('passport.txt');
      await ann.hears('A picture or a PDF of up to 10 MB, please.');
      const passport = await send('passport.png');
      await ann.hears(/^Thank you\. Now a page that shows your address/);
      const first = await send('bill.png');
      await ann.hears('Is there another page?');
      await ann.press('One more page');
      await ann.hears(/^Thank you\. Now a page/);
      const second = await send('bill-2.png');
      await ann.hears('Is there another page?');
      await ann.press('That was all');
      await ann.hears(/^We have 3 documents of yours\./);
      return [passport, first, second];
    };
    const decide = async (how: 'approve' | 'reject', comment?: string) => {
      const approval = await until(async () => {
        const { items } = await example.owner('GET', '/approvals?status=pending');
        return items[0];
      });
      await example.owner('POST', `/approvals/${approval.id}/${how}`, comment ? { comment } : {});
      return approval.text as string;
    };
    await ann.say('hello');
    await ann.hears(/^Hello! To open your account/);
    await ann.say('Ann Other');
    await sendAll();
    await ann.say('How long does it take?');
    await ann.hears(/^We write to you as soon as there is news\./);
    await decide('reject', 'the passport cannot be read');
    await ann.hears(/^We cannot use these documents: the passport cannot be read\./);
    const files = await sendAll();
    const text = await decide('approve');
    for (const file of files) expect(text).toContain(file);
    await ann.hears('Everything is fine, Ann Other. Your account is open.');
    const rows = await example.rows('documents', 3);
    expect(rows.map(({ kind, file }) => [kind, file])).toEqual([
      ['passport', files[0]],
      ['address', files[1]],
      ['address', files[2]],
    ]);
    expect(await example.profileOf(ann.visitor)).toMatchObject({ status: 'verified', tags: ['verified'] });
  });

  it('calls a person to who cannot send a page', async () => {
    const example = await Example.publish(server, 'documents');
    const ann = await example.visit();
    await ann.say('hello');
    await ann.hears(/^Hello! To open your account/);
    await ann.say('Ann Other');
    await ann.hears('Send a picture of the page of your passport that has your photo.');
    for (const words of ['I have', 'no camera']) {
      await ann.say(words);
      await ann.hears('A picture or a PDF of up to 10 MB, please.');
    }
    await ann.say('at all');
    await ann.hears('A colleague helps you with that.');
    const identity = await identityOf(server, example.project, ann.visitor.visitorId);
    await example.owner('POST', `/dialogs/${identity}/release`);
    await ann.hears('Send a picture of the page of your passport that has your photo.');
  });
});
