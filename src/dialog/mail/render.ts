import { asHtml } from '../../platform/html-text.ts';
import type { MailLanguage } from '../../settings.ts';
import { mailTexts } from './languages.ts';
import type { Letter, MailTemplate, MailValues, Sayings } from './templates.ts';

/** A mail as it is sent. */
export interface RenderedMail {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a mail, as plain text and as HTML that says the same.
 * @param address of this installation, for the last line
 */
export function renderMail<T extends MailTemplate>(
  template: T,
  values: MailValues[T],
  { language, address }: { language: MailLanguage; address: string },
): RenderedMail {
  const { code, letters, footer, linkIsNoButton } = mailTexts[language];
  const letter = letters[template](values, sayingsIn(code));
  const subject = letter.subject.replaceAll(/\s+/g, ' ').trim();
  const more = { subject, footer: footer(address), linkIsNoButton };
  return { subject, text: textOf(letter, more), html: htmlOf(letter, { ...more, code }) };
}

/** Times of people in several zones: UTC, and said. */
function sayingsIn(code: string): Sayings {
  const form = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return { moment: (at) => `${form.format(new Date(at))} UTC` };
}

interface More {
  subject: string;
  footer: string;
  linkIsNoButton: string;
}

function textOf({ opening, facts = [], link, closing }: Letter, { footer }: More): string {
  const blocks = [
    ...opening,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    `${link.label}:\n${link.href}`,
    ...closing,
    // The line by which mail programs know a signature (RFC 3676, section 4.3).
    `-- \n${footer}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Mail programs read few styles, and some only those of an element itself. */
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f6f7f9;color:#171b26;font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px 28px 20px;background:#ffffff;border:1px solid #dfe3ea;border-radius:10px',
  title: 'margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  facts: 'margin:0 0 20px;border-collapse:collapse',
  label:
    'padding:2px 16px 2px 0;color:#565e70;text-align:left;vertical-align:top;font-weight:400;white-space:nowrap',
  value: 'padding:2px 0;vertical-align:top;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:10px 18px;background:#4353d6;color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none',
  small: 'margin:0 0 20px;color:#565e70;font-size:13px;line-height:20px;overflow-wrap:anywhere',
  link: 'color:#3b49c4',
  footer:
    'max-width:520px;margin:16px auto 0;padding:0 28px;color:#565e70;font-size:13px;line-height:20px;overflow-wrap:anywhere',
};

function htmlOf(
  { opening, facts = [], link, closing }: Letter,
  { code, subject, footer, linkIsNoButton }: More & { code: string },
): string {
  const href = asHtml(link.href);
  const paragraph = (text: string) => `<p style="${asHtml(styles.paragraph)}">${asHtml(text)}</p>`;
  const row = ([label, value]: [string, string]) =>
    `<tr><th scope="row" style="${asHtml(styles.label)}">${asHtml(label)}</th><td style="${asHtml(styles.value)}">${asHtml(value)}</td></tr>`;
  return [
    `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="color-scheme" content="light"><title>${asHtml(subject)}</title></head>`,
    `<body style="${asHtml(styles.body)}"><div style="${asHtml(styles.card)}">`,
    `<h1 style="${asHtml(styles.title)}">${asHtml(subject)}</h1>`,
    ...opening.map(paragraph),
    ...(facts.length > 0
      ? [`<table style="${asHtml(styles.facts)}">${facts.map(row).join('')}</table>`]
      : []),
    `<p style="${asHtml(styles.paragraph)}"><a href="${href}" style="${asHtml(styles.button)}">${asHtml(link.label)}</a></p>`,
    `<p style="${asHtml(styles.small)}">${asHtml(linkIsNoButton)}<br><a href="${href}" style="${asHtml(styles.link)}">${href}</a></p>`,
    ...closing.map(paragraph),
    `</div><p style="${asHtml(styles.footer)}">${asHtml(footer)}</p></body></html>`,
  ].join('\n');
}
