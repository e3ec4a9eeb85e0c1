import type { SmtpAddress } from './smtp-address.ts';

/** A mail, ready to be sent. */
export interface OutgoingMail {
  /** The same in every attempt, so that the other side can recognise a mail that it has. Without angle brackets. */
  messageId: string;
  date: Date;
  /** An e-mail address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail server that takes mails for others. */
export interface Smtp {
  /**
   * Hands a mail over, through a connection of its own: there are few mails.
   * @param signal breaks it off at any moment; the server may have taken the mail all the same
   * @throws MailFailed
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** A mail was not taken, or nobody knows. The message says why in one line, without the recipient and without a password. */
export class MailFailed extends Error {
  /** Whether the server refuses this mail to this recipient for good, so that there is no sense in trying again. */
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.isFinal = isFinal;
  }
}

const connectMs = 10_000;
/** Until the server's first word. */
const greetingMs = 10_000;
/** Between two words of the server. RFC 5321, 4.5.3.2, allows minutes; whoever takes them gets the mail again later. */
const silenceMs = 30_000;
const longestReason = 300;

/** Connects to nothing before a mail is sent. @param from who sends: a name, which may be empty, and an address */
export function openSmtp(address: SmtpAddress, from: { name: string; address: string }): Smtp {
  return {
    async send({ messageId, date, to, subject, text, html }, signal) {
      // Loaded when it is needed first: most processes send no mail.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...optionsFor(address),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          ...{ from, date, subject, text, html, signal },
          to: { name: '', address: to },
          messageId: `<${messageId}>`,
          // So that programs which answer mails do not answer this one (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw failureOf(error as SmtpError, to);
      } finally {
        transport.close();
      }
    },
  };
}

function optionsFor({ host, port, tls, login }: SmtpAddress) {
  return {
    host,
    port,
    secure: tls === 'from the start',
    requireTLS: tls === 'required' || tls === 'unverified',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls !== 'unverified' },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
  };
}

/** What the library adds to its errors. */
interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * An answer from 500 on is final (RFC 5321, 4.2.1), if it is about this mail: a wrong password, or a sender who is not allowed, is
 * a mistake of the operator, who can mend it.
 */
function failureOf({ message, code, command, responseCode = 0 }: SmtpError, to: string): MailFailed {
  const isOfThisMail = command === 'RCPT TO' || code === 'EMESSAGE';
  const reason = message.replaceAll(to, 'the recipient').replaceAll(/\s+/g, ' ').trim();
  const isFinal = isOfThisMail && responseCode >= 500 && responseCode !== 503;
  return new MailFailed(reason.slice(0, longestReason), isFinal);
}
