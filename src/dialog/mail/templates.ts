/**
 * What is sent by mail: each template with the values that its text needs. They are stored as JSON until the mail is sent, so
 * moments are RFC 3339. To add a template, add its values here; the compiler then asks every language for its text.
 */
export interface MailValues {
  /** Somebody is invited into a project. */
  invitation: {
    project: string;
    role: 'owner' | 'developer' | 'operator' | 'analyst' | 'billing';
    /** Who invites: an e-mail address. */
    inviter: string;
    link: string;
    expiresAt: string;
  };
  /** Somebody said that they have forgotten the password of this address. */
  password_reset: { link: string; expiresAt: string; address: string };
  /** The password was changed. `link` leads to where another one is asked for. */
  password_changed: { at: string; address: string; link: string };
  /** A customer waits for somebody, or has written to this person. */
  customer_waits: { project: string; isMine: boolean; at: string; link: string };
  /** A login from a device or network that is new. */
  new_device: Device & { at: string; address: string; link: string };
}

/** The program and the system of a device; null if it does not tell. */
export interface Device {
  program: string | null;
  system: string | null;
}

export type MailTemplate = keyof MailValues;

/** A mail to somebody. */
export type NewMail = {
  [T in MailTemplate]: {
    /** An e-mail address. */
    to: string;
    template: T;
    values: MailValues[T];
    /** From when on it is of no use: it is not tried again then. A day from now if absent. */
    until?: Date;
  };
}[MailTemplate];

/** A mail in words, before it is put into form. */
export interface Letter {
  subject: string;
  /** Paragraphs above the link. */
  opening: string[];
  /** What is known, in short: a label and a value each. */
  facts?: [label: string, value: string][];
  link: { label: string; href: string };
  /** Paragraphs below the link. */
  closing: string[];
}

/** The words of one language. A language is a file in `languages/`. */
export interface MailLanguageTexts {
  /** As BCP 47 names it; also for the spelling of moments. */
  code: string;
  letters: { [T in MailTemplate]: (values: MailValues[T], say: Sayings) => Letter };
  /** Follows every mail. @param address of this installation */
  footer: (address: string) => string;
  /** What a mail says of a link beside its button. */
  linkIsNoButton: string;
}

/** How a language says what is the same in every text. */
export interface Sayings {
  /** A moment with its zone. @param at RFC 3339 */
  moment(at: string): string;
}
