import { isJsonType, readContentType } from '../../platform/body-text.ts';
import { parseExactly } from '../../platform/exact-json.ts';
import { isDeeperThan } from '../../platform/json-scan.ts';
import type { Outcome } from '../../platform/outbound-http.ts';
import type { OpenConnection } from '../connections/kind.ts';
import { reasonForAll } from '../connections/no-answer.ts';
import { outcomeOfAnswer } from '../tasks/outcome.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { Allowance, readsOf, render, type Scope, stringsIn, TemplateError } from '../template/liquid.ts';
import type { TemplateRules } from '../template/rules.ts';
import { storable } from '../template/storable.ts';
import type { Definition } from './definition.ts';
import { withoutSecrets } from './sent.ts';
import { isTrue } from './templates.ts';

/** Bodies with deeper nesting are kept as text. */
const deepestBody = 100;

/** What the call was made with. */
interface Around {
  scope: Scope;
  connection: OpenConnection;
  templateRules: TemplateRules;
}

type Rules = Pick<Definition, 'success' | 'result'>;

/**
 * The outcome of a live call, from its answer.
 *
 * An answer with the status of success means that the action happened. So a fault after that (the answer broke off, a template
 * fails) makes the outcome unknown and not failed, because a client may repeat a failed call.
 */
export function judgeAnswer(outcome: Outcome, rules: Rules, around: Around): TaskOutcome {
  if (outcome.kind !== 'answered') {
    const judged = outcomeOfAnswer(outcome);
    if (judged.state === 'succeeded') return judged;
    return { ...judged, error: { ...judged.error, message: reasonForAll(outcome) } };
  }
  const { status } = outcome;
  const statuses = rules.success.status ?? [];
  const isSuccess = statuses.length > 0 ? statuses.includes(status) : status >= 200 && status < 300;
  if (!isSuccess) {
    const judged = outcomeOfAnswer(outcome);
    if (judged.state !== 'succeeded') return judged;
    return failed(`http_${status}`, `Answered with status ${status}, which is no success of this operation.`);
  }
  if (outcome.truncated && readsBody(rules)) {
    return unknown(
      'answer_incomplete',
      `Answered with status ${status}, and the answer broke off or was too long.`,
    );
  }
  return judgeSuccess(outcome, rules, around);
}

function judgeSuccess(
  outcome: Outcome & { kind: 'answered' },
  rules: Rules,
  { scope, connection, templateRules }: Around,
): TaskOutcome {
  const { status } = outcome;
  const { body: read, fault } = readBody(outcome, looksInto('body', rules));
  if (fault !== undefined && readsBody(rules)) {
    return unknown('answer_unreadable', `Answered with status ${status}, and its body ${fault}.`);
  }
  const body = withoutSecrets(read, connection);
  const headers = withoutSecrets(outcome.headers, connection);
  const response: JsonObject = { status, headers, body };
  const around = { ...scope, response };
  const allowance = new Allowance(undefined, templateRules);
  try {
    if (rules.success.when != null && !isTrue(render(rules.success.when, around, allowance))) {
      return failed(
        'not_successful',
        `Answered with status ${status}, and what it says is no success of this operation.`,
      );
    }
    const result = rules.result === undefined ? body : render(rules.result, around, allowance);
    return { state: 'succeeded', result };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `Answered with status ${status}, but a template over the answer failed: ${error.message}.`;
    return unknown('answer_unreadable', message);
  }
}

/** False if the owner's templates need nothing that a broken answer lacks. */
function readsBody(rules: Rules): boolean {
  if (rules.result === undefined) return true;
  return readsOfAnswer(rules).some(([part]) => part === undefined || part === 'body');
}

/** Whether the owner's templates read something inside this part of the answer, not only the whole part. */
function looksInto(part: string, rules: Rules): boolean {
  return readsOfAnswer(rules).some(([name, inside]) => name === part && inside !== undefined);
}

/** The parts of the answer that the owner's templates read, as paths below `response`. */
function readsOfAnswer({ success, result }: Rules): string[][] {
  const templates = result === undefined ? [] : [...stringsIn(result)].map(([source]) => source);
  return [...templates, success.when ?? '']
    .flatMap((source) => readsOf(source))
    .filter(([name]) => name === 'response')
    .map(([, ...path]) => path);
}

/**
 * Reads a JSON body as a value, in which long numbers are texts, and any other body as text, without characters that the database
 * cannot store.
 *
 * @param isTakenApart whether the templates read something inside of it. Then a body that looks like JSON is read as JSON,
 *   whatever its content type says: some systems send it as text
 * @returns `fault` if the body is no text, or has to be JSON and cannot be read
 */
function readBody(
  { headers, body, noText }: Outcome & { kind: 'answered' },
  isTakenApart: boolean,
): { body: Json; fault?: string } {
  if (body === '') return { body: null };
  const { media } = readContentType(headers['content-type']);
  // What nobody expects to be text, such as a picture, is left out.
  if (noText !== undefined) return isText(media) ? { body: null, fault: noText } : { body: null };
  const text = { body: storable(body) };
  const isJson = isJsonType(media);
  if (!isJson && !(isTakenApart && /^\s*[[{]/.test(body))) return text;
  const fault = (what: string) => (isJson && isTakenApart ? { ...text, fault: what } : text);
  if (isDeeperThan(body, deepestBody)) return fault(`is nested deeper than ${deepestBody}`);
  try {
    return { body: storable(parseExactly(body) as Json) };
  } catch {
    return fault('claims to be JSON and is not');
  }
}

/** Whether a body of this type is to be text; one without a type may be. */
const isText = (media: string): boolean =>
  media === '' ||
  isJsonType(media) ||
  /^text\/|[/+]xml$|^application\/(?:x-www-form-urlencoded|(?:x-)?javascript|x-ndjson)$/.test(media);

function failed(code: string, message: string): TaskOutcome {
  return { state: 'failed', error: { code, message } };
}

function unknown(code: string, message: string): TaskOutcome {
  return { state: 'unknown', error: { code, message } };
}
