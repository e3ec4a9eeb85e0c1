import { isJsonType, NoText, readContentType } from '../../../platform/body-text.ts';
import { parseExactly } from '../../../platform/exact-json.ts';
import { Problem } from '../../../platform/problem.ts';
import { readSignedBody } from '../../http/json-body.ts';
import { isUnstorable, unstorable } from '../../http/unstorable.ts';
import { type ValidationItem, valueError } from '../../http/validation-items.ts';
import { ValidationProblem } from '../../http/validation-problem.ts';
import { BrokenForm, fieldsOfForm, fieldsOfMultipart } from './form.ts';
import type { Verification } from './verification.ts';

/** The body of a call: what templates read, in which long numbers are texts, and its text as JSON with all digits. */
export interface CallBody {
  value: unknown;
  text: string;
}

const mostFields = 1000;

/**
 * Reads the body of a call that was verified: JSON, a form, or the fields of a multipart form. The service's own calls are
 * JSON whatever their content type says.
 *
 * A form whose only field is `payload` is the JSON in it: GitHub and Slack send it so.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads,
 * https://docs.slack.dev/interactivity/handling-user-interaction
 *
 * @throws what {@link readSignedBody} throws; Problem 400 `body_unreadable` for a body that is not in its charset;
 *   ValidationProblem for a form that cannot be read, has a file, or has more than a thousand fields; Problem 415
 *   `unsupported_media_type`
 */
export function readCallBody(
  { type }: Verification,
  contentType: string | undefined,
  rawBody: Buffer,
): CallBody {
  if (type === 'service' || contentType === undefined) return jsonBody(rawBody);
  const { media, charset } = readContentType(contentType);
  if (isJsonType(media)) return jsonBody(rawBody, charset);
  try {
    if (media === 'application/x-www-form-urlencoded')
      return bodyOfFields(fieldsOfForm(rawBody, charset, mostFields));
    if (media === 'multipart/form-data') {
      return bodyOfFields(fieldsOfMultipart(rawBody, contentType, mostFields));
    }
  } catch (error) {
    if (error instanceof BrokenForm) {
      throw refusal(['body', ...(error.field === undefined ? [] : [error.field])], error.message, null);
    }
    if (!(error instanceof NoText)) throw error;
    throw new Problem(
      400,
      'body_unreadable',
      `The body ${error.message}. Name its charset in the content type.`,
    );
  }
  throw new Problem(
    415,
    'unsupported_media_type',
    `The body came as ${JSON.stringify(media.slice(0, 100))}. Send it as application/json, application/x-www-form-urlencoded or multipart/form-data.`,
  );
}

function jsonBody(rawBody: Buffer, charset?: string): CallBody {
  const { value, text } = readSignedBody(rawBody, { charset });
  return { value: parseExactly(text, value), text };
}

/** A field that comes several times is a list. */
function bodyOfFields(fields: [string, string][]): CallBody {
  if (fields.length === 0) {
    throw new ValidationProblem([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
  const bad = fields.find((field) => field.some(isUnstorable));
  if (bad) throw refusal(['body', bad[0]], unstorable, bad[1]);
  const [[name, only]] = fields as [[string, string]];
  if (fields.length === 1 && name === 'payload' && /^\s*[[{]/.test(only)) {
    return jsonBody(Buffer.from(only));
  }
  const byName = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const values = byName.get(name);
    if (values) values.push(value);
    else byName.set(name, [value]);
  }
  const value = Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  return { value, text: JSON.stringify(value) };
}

function refusal(loc: ValidationItem['loc'], message: string, input: unknown): ValidationProblem {
  return new ValidationProblem([valueError(loc, message, input)]);
}
