import { z } from 'zod';
import type { OutboundRequest } from '../../platform/outbound-http.ts';
import { headerNameFault, isBadHeaderValue } from '../connections/headers.ts';
import { type HttpSettings, lowerCased } from '../connections/http.ts';
import { authorise } from '../connections/http-auth.ts';
import { dict, literal, text } from '../http/fields.ts';
import type { Json } from '../template/json.ts';
import {
  Allowance,
  allowanceToCheck,
  render,
  renderText,
  type Scope,
  TemplateError,
  toText,
} from '../template/liquid.ts';
import { pathFault, renderPath } from './path-template.ts';
import { callNames, type TemplateFault, templateFaults } from './templates.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
} as const;

/**
 * The request of an operation of kind http. Templates fill segments of the path, the query, values of headers and the body.
 * Scheme, host and port come from the connection.
 */
export const httpRequest = z.object({
  method: literal(methods, { default: 'POST' }),
  path: text({ max: 2000, default: '' }),
  query: dict({ default: {} }),
  headers: dict(text({ max: 2000 })).prefault({}),
  body: z.unknown().optional(),
  /** How the rendered body is encoded; a form needs an object. */
  body_type: literal(['json', 'form', 'text'], { default: 'json' }),
});
export type HttpRequest = z.output<typeof httpRequest>;

/** Faults of a request's templates and their places, at paths below the request. */
export function httpRequestFaults(request: HttpRequest, allowance = allowanceToCheck()): TemplateFault[] {
  const { method, path, query, headers, body } = request;
  const faults: TemplateFault[] = [];
  const atPath = pathFault(path, allowance);
  if (atPath) faults.push({ path: ['path'], message: atPath, input: path });
  faults.push(...templateFaults(query as Json, callNames, ['query'], allowance));
  for (const [name, value] of Object.entries(headers)) {
    const fault = headerNameFault(name);
    if (fault) faults.push({ path: ['headers', name], message: `the header ${name} ${fault}`, input: value });
    else if (isBadHeaderValue(value)) {
      faults.push({
        path: ['headers', name],
        message: 'has characters that no header may have',
        input: value,
      });
    }
  }
  faults.push(...templateFaults(headers, callNames, ['headers'], allowance));
  if (body === undefined) return faults;
  if (method === 'GET' || method === 'HEAD') {
    faults.push({ path: ['body'], message: `a ${method} request has no body`, input: null });
  }
  return [...faults, ...templateFaults(body as Json, callNames, ['body'], allowance)];
}

/**
 * Renders the request of one run.
 * @param jobId the value of the connection's `idempotency_header`
 * @param at seconds since 1970, for signatures
 * @throws TemplateError if a template fails or renders something that must not be sent
 */
export function renderHttpRequest(
  request: HttpRequest,
  settings: HttpSettings,
  scope: Scope,
  jobId: string,
  { at, allowance = new Allowance() }: { at?: number; allowance?: Allowance } = {},
): OutboundRequest {
  const url = renderUrl(request, settings.base_url, scope, allowance);
  const body =
    request.body === undefined
      ? undefined
      : write(render(request.body as Json, scope, allowance), request.body_type);
  const headers: Record<string, string> = {
    'user-agent': 'Parley',
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': contentTypes[request.body_type] }),
    ...lowerCased(settings.headers),
    ...renderHeaders(request.headers, scope, allowance),
  };
  if (settings.idempotency_header) headers[settings.idempotency_header.toLowerCase()] = jobId;
  authorise(settings.auth, { url, headers, body: body ?? '' }, at);
  return {
    service: 'connection',
    method: request.method,
    url: url.href,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}

function renderUrl(request: HttpRequest, baseUrl: string, scope: Scope, allowance: Allowance): URL {
  const base = new URL(baseUrl);
  const place = base.pathname.replace(/\/$/, '');
  const url = new URL(base.origin + place + renderPath(request.path, scope, allowance));
  // Every part was encoded. This check is a second line of defence.
  const isBelow = request.path === '' || url.pathname.startsWith(`${place}/`);
  if (url.origin !== base.origin || !isBelow || url.username + url.password + url.hash !== '') {
    throw new TemplateError('the address would leave the connection');
  }
  if (request.path === '') url.pathname = base.pathname;
  for (const [name, template] of Object.entries(request.query)) {
    for (const value of [render(template as Json, scope, allowance)].flat()) {
      if (value !== null) url.searchParams.append(name, toText(value));
    }
  }
  return url;
}

function renderHeaders(
  templates: Record<string, string>,
  scope: Scope,
  allowance: Allowance,
): Record<string, string> {
  return lowerCased(
    Object.fromEntries(
      Object.entries(templates).map(([name, template]) => {
        const value = renderText(template, scope, allowance);
        if (!isBadHeaderValue(value)) return [name, value];
        throw new TemplateError(`the header ${name} would have characters that no header may have`);
      }),
    ),
  );
}

function write(body: Json, type: HttpRequest['body_type']): string {
  switch (type) {
    case 'json':
      return JSON.stringify(body);
    case 'text':
      return toText(body);
    case 'form': {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new TemplateError('the body of a form is an object');
      }
      const form = new URLSearchParams();
      for (const [name, values] of Object.entries(body)) {
        for (const value of [values].flat()) if (value !== null) form.append(name, toText(value));
      }
      return form.toString();
    }
    default:
      return type satisfies never;
  }
}
