import { z } from 'zod';
import { newId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { endpoint } from '../../../platform/routes.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { writeAudit } from '../../audit/entry.ts';
import { ownerActor } from '../../gate/session.ts';
import { dict, text } from '../../http/fields.ts';
import { mayBeLeftOut, named, namedBody } from '../../http/shapes.ts';
import { knownSlugPath } from '../../http/slug.ts';
import { ValidationProblem, valueError } from '../../http/validation.ts';
import { findReceiver, secretsOf } from './receivers.ts';
import { signCall } from './sign.ts';

interface TryParts {
  database: Database;
  vault: Vault;
  /** The public address of this server; if absent, the address at which the owner reaches it. */
  publicUrl: string | undefined;
}

/** Characters of an answer that are shown. */
const shownAnswer = 4000;
const hidden = '[hidden]';
/** Tells flows, which see the headers of a call, that nobody but its owner made it. */
const testHeader = 'x-parley-test';

const tried = named(
  'TriedCall',
  z.object({
    request: z
      .object({
        method: z.literal('POST'),
        url: z.string(),
        headers: z.record(z.string(), z.string()).describe('What tells the secret itself is `[hidden]`.'),
        body: z.string(),
        curl: z
          .string()
          .describe('The same call for a shell. It is accepted for as long as its signature is fresh.'),
      })
      .describe('As the sender would make it.'),
    answer: z.object({
      status: z.int(),
      content_type: z.string().nullable(),
      body: z.string().describe(`At most ${shownAnswer} characters.`),
    }),
  }),
  {
    request: {
      method: 'POST',
      url: 'https://parley.example/api/webhooks/rcv_01m7w96k30e8c9q5v2x7n4t1zd',
      headers: { 'content-type': 'application/json', 'x-service-timestamp': '1795172400' },
      body: '{"test":true}',
      curl: "curl -X POST 'https://parley.example/api/webhooks/rcv_01m7w96k30e8c9q5v2x7n4t1zd' -H 'content-type: application/json' --data-raw '{\"test\":true}'",
    },
    answer: {
      status: 202,
      content_type: 'application/json; charset=utf-8',
      body: '{"event_id":"evt_…","status":"accepted"}',
    },
  },
);

export const tryReceiver = endpoint(
  {
    operationId: 'tryReceiver',
    tags: ['Receivers'],
    summary: 'Call a receiver as its sender would',
    description:
      'The server signs the call with the secret of the receiver and makes it. It passes the same checks as any other and has its ' +
      `effects: workflows start, waits go on. Only the header \`${testHeader}\`, which flows see, tells it from a call of the sender.`,
    params: knownSlugPath,
    body: mayBeLeftOut(
      namedBody(
        'SampleCall',
        z.object({
          body: text({ max: 100_000, default: '{"test":true}' }).describe('The body as it is to be sent.'),
          content_type: text({ min: 1, max: 200, pattern: '^[ -~]+$', default: 'application/json' }),
          headers: dict(text({ max: 1000, pattern: '^[ -~]*$' }))
            .optional()
            .describe('Further headers, such as one that the sender signs.'),
        }),
        { body: '{"order": 1042}' },
      ),
    ),
    answers: { 200: tried.describe('What was sent, and what was answered.') },
    errors: ['receiver_not_found'],
  },
  async (request, _reply, { database, vault, publicUrl }: TryParts) => {
    const { projectId } = request;
    const receiver = await findReceiver(database, projectId, request.params.slug);
    const {
      body = '{"test":true}',
      content_type: type = 'application/json',
      headers: more,
    } = request.body ?? {};
    const given = { ...namesLowered(more ?? {}), 'content-type': type, [testHeader]: 'true' };
    const [secret] = secretsOf(vault, receiver);
    const signed = signCall(receiver.verification, secret!, { headers: given, body }, `msg_${newId()}`);
    if (!signed) {
      const message = 'what this receiver verifies has a header that is not among these';
      throw new ValidationProblem([valueError(['body', 'headers'], message, more ?? null)]);
    }
    const path = `/api/webhooks/${showId('receiver', receiver.id)}`;
    const headers = { ...given, ...signed.headers };
    const answer = await request.server.inject({
      method: 'POST',
      url: path,
      query: signed.query,
      headers: { ...headers, host: request.headers.host ?? 'localhost', 'x-request-id': request.id },
      payload: body,
      remoteAddress: request.ip,
    });
    await writeAudit(database, {
      projectId,
      actor: ownerActor(request),
      action: 'receiver.tried',
      subject: { type: 'receiver', id: showId('receiver', receiver.id) },
      requestId: request.id,
      data: { slug: receiver.slug, status: answer.statusCode },
    });
    const isTelling = (name: string) => signed.secretive.includes(name);
    const shown = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isTelling(name) ? hidden : value]),
    );
    const query = new URLSearchParams(
      Object.keys(signed.query).map((name): [string, string] => [name, hidden]),
    ).toString();
    const url = `${publicUrl ?? request.ownAddress()}${path}${query === '' ? '' : `?${query}`}`;
    return {
      request: { method: 'POST' as const, url, headers: shown, body, curl: curlOf(url, shown, body) },
      answer: {
        status: answer.statusCode,
        content_type: answer.headers['content-type']?.toString() ?? null,
        body: answer.body.slice(0, shownAnswer),
      },
    };
  },
);

/** Names of RFC 9110, section 5.6.2, in lower case. @throws ValidationProblem for another, or one that the server sets */
function namesLowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name);
      if (!isName || /^(?:host|content-length|transfer-encoding|connection|content-encoding)$/i.test(name)) {
        const message = 'this is no name of a header that a sample can have';
        throw new ValidationProblem([valueError(['body', 'headers', name], message, null)]);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf(url: string, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl', '-X', 'POST', quoted(url), ...lines, '--data-raw', quoted(body)].join(' ');
}
