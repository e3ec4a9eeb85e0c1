import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Patience } from '../harness/patience.ts';

/** A mail that the server took. */
export interface TakenMail {
  from: string;
  to: string;
  /** With angle brackets. */
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** By name in lower case. */
  headers: Map<string, string>;
  isEncrypted: boolean;
  /** Who logged in; undefined without a login. */
  user: string | undefined;
}

/** What the server does with a mail in place of taking it. */
export type SmtpManner =
  /** Refuses the recipient: 550 for good, 450 for now. */
  | { does: 'refuse'; code: 450 | 550 }
  /** Refuses the mail after its last line. */
  | { does: 'refuse the text'; code: 451 | 554 }
  /** Reads the mail and never answers. */
  | { does: 'hang' }
  /** Takes the mail, and closes the connection without an answer. */
  | { does: 'cut after taking' };

export interface Smtp {
  /** For `SMTP_URL`, with the login. */
  url: string;
  port: number;
  taken: TakenMail[];
  /** What the client did wrong: errors of the server under test. */
  faults: string[];
  /** How often somebody tried to log in. */
  logins: number;
  /** Decides for each recipient what happens in place of taking the mail. */
  manner: (to: string) => SmtpManner | undefined;
  /** Waits for a mail to somebody, the `count`th one. */
  waitFor(to: string, count?: number): Promise<TakenMail>;
  /** Closes the port and all connections; `open` opens the same port again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const user = 'parley';
/** With characters that a URL must encode. */
const password = 'p@ss/w:rd#1';

/** Longest lines, without their ends (RFC 5322, 2.1.1). */
const longestLine = 998;

/**
 * A mail server for submissions, by the authors of the client's library but another program. It asks for a login, and takes a mail
 * only if every line of it keeps to RFC 5322.
 * @param given `tls: false` offers no STARTTLS; its certificate is always one that nobody vouches for
 */
export async function startSmtp({ tls = false }: { tls?: boolean } = {}): Promise<Smtp> {
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const options: SMTPServerOptions = {
    name: 'mail.test',
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    closeTimeout: 100,
    onAuth(auth, _session, callback) {
      smtp.logins++;
      if (auth.username === user && auth.password === password) callback(null, { user });
      else callback(refusal(535, 'wrong login'));
    },
    onRcptTo({ address }, _session, callback) {
      const manner = smtp.manner(address);
      if (manner?.does === 'refuse') callback(refusal(manner.code, `<${address}>: no such mailbox`));
      else callback();
    },
    async onData(stream, session, callback) {
      const raw = await buffer(stream);
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address).join();
      const manner = smtp.manner(to);
      if (manner?.does === 'refuse the text') return callback(refusal(manner.code, 'not this text'));
      if (manner?.does === 'hang') return;
      const from = mailFrom === false ? '' : mailFrom.address;
      const wrong = faultsOf(raw);
      const email = await PostalMime.parse(raw);
      wrong.push(...faultsOfHeaders(email, { from, to }));
      if (wrong.length > 0) {
        smtp.faults.push(...wrong);
        return callback(refusal(554, wrong.join('; ')));
      }
      smtp.taken.push({
        ...{ from, to, messageId: email.messageId!, subject: email.subject! },
        ...{ text: email.text!, html: email.html! },
        headers: new Map(email.headers.map(({ key, value }) => [key, value])),
        isEncrypted: session.secure === true,
        user: session.user,
      });
      if (manner?.does === 'cut after taking') {
        for (const connection of server.connections) connection.close();
        return;
      }
      callback();
    },
  };
  let server = new SMTPServer(options);
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.on('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  const smtp: Smtp = {
    url: '',
    port: 0,
    taken: [],
    faults: [],
    logins: 0,
    manner: () => undefined,
    async waitFor(to, count = 1) {
      const patience = new Patience(20_000);
      for (;;) {
        const found = smtp.taken.filter((mail) => mail.to === to);
        if (found.length >= count) return found[count - 1]!;
        if (patience.isOver) {
          const others = smtp.taken.map((mail) => `${mail.to} "${mail.subject}"`).join(', ');
          throw new Error(
            `${found.length} of ${count} mails to ${to}; all: ${others}; ${smtp.faults.join()}`,
          );
        }
        await patience.pause(20);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
    async open() {
      server = new SMTPServer(options);
      await listen(smtp.port);
    },
  };
  await listen(0);
  smtp.port = (server.server.address() as AddressInfo).port;
  const login = `${user}:${encodeURIComponent(password)}`;
  smtp.url = `smtp://${login}@127.0.0.1:${smtp.port}${tls ? '?tls=unverified' : ''}`;
  return smtp;
}

/** What is wrong with the lines of a mail. */
function faultsOf(raw: Buffer): string[] {
  const text = raw.toString('latin1');
  const faults: string[] = [];
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) faults.push('a line does not end with CR LF');
  if (text.split('\r\n').some((line) => line.length > longestLine)) faults.push('a line is too long');
  if (/[^\r\n\x20-\x7e\t]/.test(text.split('\r\n\r\n', 1)[0]!)) faults.push('a header is not ASCII');
  return faults;
}

function faultsOfHeaders(email: Email, { from, to }: { from: string; to: string }): string[] {
  const faults: string[] = [];
  const count = (name: string) => email.headers.filter(({ key }) => key === name).length;
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'mime-version']) {
    if (count(name) !== 1) faults.push(`${count(name)} headers ${name}`);
  }
  if (email.from?.address !== from) faults.push('the sender is another one than on the envelope');
  if (email.to?.map(({ address }) => address).join() !== to) faults.push('the recipient is another one');
  if (!/^<[^<>@\s]+@[^<>@\s]+>$/.test(email.messageId ?? '')) faults.push('the Message-ID is none');
  if (!email.text || !email.html) faults.push('it has not both plain text and HTML');
  return faults;
}
