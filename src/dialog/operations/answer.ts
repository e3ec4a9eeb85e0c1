import type { Outcome } from '../../platform/outbound-http.ts';
import { reasonForAll } from '../connections/report.ts';
import { isDeeperThan } from '../http/json-body.ts';
import {
  type Json,
  type JsonObject,
  readsOf,
  render,
  type Scope,
  stringsIn,
  TemplateError,
} from '../scenario/template.ts';
import { outcomeOfAnswer } from '../tasks/outcome.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import type { Definition } from './definition.ts';
import { storable } from './storable.ts';
import { isTrue } from './templates.ts';

/** Deeper bodies are kept as text. */
const deepestBody = 100;

type Rules = Pick<Definition, 'success' | 'result'>;

/**
 * What became of a live call, by the answer to it.
 *
 * An answer with the status of success means that the action happened, so whatever goes wrong after that (it broke off,
 * a template over it fails) leaves the outcome unknown rather than failed: a client may repeat what failed.
 */
export function judgeAnswer(outcome: Outcome, rules: Rules, scope: Scope): TaskOutcome {
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
  return judgeSuccess(outcome, rules, scope);
}

function judgeSuccess(outcome: Outcome & { kind: 'answered' }, rules: Rules, scope: Scope): TaskOutcome {
  const { status } = outcome;
  const response: JsonObject = { status, headers: outcome.headers, body: readBody(outcome) };
  const around = { ...scope, response };
  try {
    if (rules.success.when != null && !isTrue(render(rules.success.when, around))) {
      return failed(
        'not_successful',
        `Answered with status ${status}, and what it says is no success of this operation.`,
      );
    }
    const result = rules.result === undefined ? response.body! : render(rules.result, around);
    return { state: 'succeeded', result };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `Answered with status ${status}, but a template over the answer failed: ${error.message}.`;
    return unknown('answer_unreadable', message);
  }
}

/** False where the owner's templates ask for nothing that a broken answer lacks. */
function readsBody({ success, result }: Rules): boolean {
  if (result === undefined) return true;
  const templates = [...stringsIn(result)].map(([source]) => source);
  return [...templates, success.when ?? ''].some((source) =>
    readsOf(source).some(([name, part]) => name === 'response' && (part === undefined || part === 'body')),
  );
}

/** A JSON body as its value, any other as text; in either nothing that the database could not keep. */
function readBody({ headers, body }: Outcome & { kind: 'answered' }): Json {
  if (body === '') return null;
  if (
    /^application\/(?:[^;\s]+\+)?json\b/i.test(headers['content-type'] ?? '') &&
    !isDeeperThan(body, deepestBody)
  ) {
    try {
      return storable(JSON.parse(body) as Json);
    } catch {
      // It claims to be JSON and is not; the text is all there is.
    }
  }
  return storable(body);
}

function failed(code: string, message: string): TaskOutcome {
  return { state: 'failed', error: { code, message } };
}

function unknown(code: string, message: string): TaskOutcome {
  return { state: 'unknown', error: { code, message } };
}
