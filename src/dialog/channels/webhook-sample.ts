import { newId, showId } from '../../platform/ids.ts';
import type { OutboundHttp, Outcome } from '../../platform/outbound-http.ts';
import { reasonForAll } from '../connections/no-answer.ts';
import type { Trial, TrialCode, TrialReport } from './channel-type.ts';
import { signedPost } from './webhook-signing.ts';

/** Bytes of an answer that an owner is shown. */
const mostShown = 2000;

/**
 * Sends a message that nobody wrote, and waits for the answer. It has the form of every other message but for its `type`, so that an
 * endpoint which acts on messages leaves it alone.
 */
export async function sendSample(
  { channelId, settings, secrets }: Trial,
  http: OutboundHttp,
): Promise<TrialReport> {
  if (!secrets.signing_secret) {
    const detail = 'The channel has no signing secret that can be opened, so nothing was sent.';
    return { ok: false, code: 'secrets_lost', detail, action: 'Give it a new secret, and try again.' };
  }
  const id = showId('message', newId());
  const sample = {
    type: 'test',
    message_id: id,
    identity_id: 'idn_test',
    external_id: 'test',
    text: `This is a test of the channel ${channelId}. Nobody wrote it.`,
    buttons: [],
    keyboard: 'reply',
    columns: 1,
    format: 'plain',
    image: '',
    created_at: new Date().toISOString(),
  };
  const begun = performance.now();
  const outcome = await http.send(signedPost(settings, secrets, id, JSON.stringify(sample)));
  const ms = Math.round(performance.now() - begun);
  return {
    ...judge(outcome),
    delivery: {
      sent: JSON.stringify(sample, null, 2),
      status: outcome.kind === 'answered' ? outcome.status : null,
      answer: outcome.kind === 'answered' ? shown(outcome.body) : null,
      ms,
    },
  };
}

/** The beginning of an answer, without characters that no page shows. */
const shown = (body: string): string =>
  body.replaceAll(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, ' ').slice(0, mostShown);

function judge(outcome: Outcome): Pick<TrialReport, 'ok' | 'code' | 'detail' | 'action'> {
  if (outcome.kind !== 'answered') {
    const action = 'Correct the address, and try again.';
    return { ok: false, code: 'not_reached', detail: reasonForAll(outcome), action };
  }
  const { status } = outcome;
  const detail = `Your endpoint answered with status ${status}.`;
  if (status >= 200 && status < 300) return { ok: true, code: 'ok', detail, action: null };
  const [code, action] = whatToDo(status);
  return { ok: false, code, detail, action };
}

function whatToDo(status: number): [TrialCode, string] {
  if (status >= 300 && status < 400)
    return ['redirected', 'Redirects are not followed: enter the address to which this one leads.'];
  if (status === 401 || status === 403)
    return [
      'signature_refused',
      'Check that your endpoint verifies the signature with the secret of this channel.',
    ];
  if (status === 404 || status === 405)
    return ['wrong_path', 'Check the path of the address, and that it takes POST requests.'];
  return [
    'not_taken',
    'See in the log of your endpoint why. Any status from 200 to 299 means that it took the message.',
  ];
}
