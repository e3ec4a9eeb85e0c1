import type { Receiver } from './receivers.ts';

/** A call of a receiver for a shell, which takes the secret from a variable: so it can be shown, and works at any time. */

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const head = (url: string) => `curl -X POST ${quoted(url)} -H 'content-type: application/json'`;
const body = '--data-raw "$BODY"';

/** The signature of what a variable of the shell holds. */
const signature = (content: string, how = '-hex') =>
  how === '-hex'
    ? `$(printf '%s' "${content}" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d ' ' -f 1)`
    : `$(printf '%s' "${content}" | openssl dgst -sha256 -hmac "$SECRET" -binary | base64)`;

/** The lines between the variables and the call, and the headers of the call; undefined for rules with more than that. */
function proofOf({ verification: rule }: Receiver): { lines: string[]; headers: string[] } | undefined {
  switch (rule.type) {
    case 'service':
      return {
        lines: ['TIME=$(date +%s)'],
        headers: [`-H "x-service-timestamp: $TIME"`, `-H "x-service-signature: ${signature('$TIME.$BODY')}"`],
      };
    case 'github':
      return { lines: [], headers: [`-H "x-hub-signature-256: sha256=${signature('$BODY')}"`] };
    case 'stripe':
      return {
        lines: ['TIME=$(date +%s)'],
        headers: [`-H "stripe-signature: t=$TIME,v1=${signature('$TIME.$BODY')}"`],
      };
    case 'shopify':
      return { lines: [], headers: [`-H "x-shopify-hmac-sha256: ${signature('$BODY', '-binary')}"`] };
    case 'slack':
      return {
        lines: ['TIME=$(date +%s)'],
        headers: [
          `-H "x-slack-request-timestamp: $TIME"`,
          `-H "x-slack-signature: v0=${signature('v0:$TIME:$BODY')}"`,
        ],
      };
    case 'telegram-secret':
      return { lines: [], headers: ['-H "x-telegram-bot-api-secret-token: $SECRET"'] };
    case 'token':
      return rule.in === 'header'
        ? { lines: [], headers: [`-H "${rule.name}: ${rule.prefix}$SECRET"`] }
        : undefined;
    case 'basic':
      return { lines: [], headers: [`-u ${quoted(`${rule.username}:`)}"$SECRET"`] };
    case 'none':
      return { lines: [], headers: [] };
    default:
      return undefined;
  }
}

/** The lines for a shell; undefined if they cannot be written down in general: a trial then shows those of one call. */
export function curlOf(receiver: Receiver): string | undefined {
  const proof = proofOf(receiver);
  if (!proof) return undefined;
  return [
    ...(receiver.verification.type === 'none' ? [] : ["SECRET='…'"]),
    `BODY='{"test":true}'`,
    ...proof.lines,
    [head(receiver.url), ...proof.headers, body].join(' \\\n  '),
  ].join('\n');
}

/** How a Telegram bot is told where to deliver. */
export const setWebhook = ({ url }: Receiver) =>
  [
    "TOKEN='…'",
    "SECRET='…'",
    `curl "https://api.telegram.org/bot$TOKEN/setWebhook" \\\n  -d ${quoted(`url=${url}`)} -d "secret_token=$SECRET"`,
  ].join('\n');
