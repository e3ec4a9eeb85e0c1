import { isUtf8 } from 'node:buffer';
import { Problem } from '../../../platform/problem.ts';
import { readSignedBody } from '../../http/json-body.ts';
import { isUnstorable, unstorable } from '../../http/unstorable.ts';
import { type ValidationItem, valueError } from '../../http/validation-items.ts';
import { ValidationProblem } from '../../http/validation-problem.ts';
import type { Verification } from './verification.ts';

/** The body of a call: what templates read, and its text as JSON, in which numbers keep their digits. */
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
 * @throws what {@link readSignedBody} throws; ValidationProblem for a form that cannot be read, has a file, or has more than a
 *   thousand fields; Problem 415 `unsupported_media_type`
 */
export async function readCallBody(
  { type }: Verification,
  contentType: string | undefined,
  rawBody: Buffer,
): Promise<CallBody> {
  if (type === 'service' || contentType === undefined) return readSignedBody(rawBody);
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (/^application\/(?:[^/]+\+)?json$/.test(mediaType)) return readSignedBody(rawBody);
  if (mediaType === 'application/x-www-form-urlencoded') {
    if (!isUtf8(rawBody)) throw new Problem(400, 'body_unreadable', 'There was an error parsing the body');
    return bodyOfFields([...new URLSearchParams(rawBody.toString())]);
  }
  if (mediaType === 'multipart/form-data') return bodyOfFields(await partsOf(rawBody, contentType));
  throw new Problem(
    415,
    'unsupported_media_type',
    'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.',
  );
}

/** The fields of a multipart form. Node's own reader follows https://fetch.spec.whatwg.org/#body-mixin. */
async function partsOf(rawBody: Buffer, contentType: string): Promise<[string, string][]> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(rawBody), {
      headers: { 'content-type': contentType },
    }).formData();
  } catch {
    throw refusal(['body'], 'the multipart form cannot be read; its boundary or a part is malformed', null);
  }
  return [...form].map(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    throw refusal(
      ['body', name],
      'files are not received here; send an address of the file in a field',
      null,
    );
  });
}

/** A field that comes several times is a list. */
function bodyOfFields(fields: [string, string][]): CallBody {
  if (fields.length === 0) {
    throw new ValidationProblem([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
  if (fields.length > mostFields) {
    throw refusal(['body'], `a form has at most ${mostFields} fields`, null);
  }
  const bad = fields.find((field) => field.some(isUnstorable));
  if (bad) throw refusal(['body', bad[0]], unstorable, bad[1]);
  const [[name, only]] = fields as [[string, string]];
  if (fields.length === 1 && name === 'payload' && /^\s*[[{]/.test(only)) {
    return readSignedBody(Buffer.from(only));
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
