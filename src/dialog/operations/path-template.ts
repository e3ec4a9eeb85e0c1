import { hasDotSegment } from '../http/web-address.ts';
import { Allowance, allowanceToCheck, renderText, type Scope, TemplateError } from '../template/liquid.ts';
import { callNames, faultOf } from './templates.ts';

/** One expression, or the text before the next one. */
const piece = /\{\{(?:[^}'"]|'[^']*'|"[^"]*"|\}(?!\}))*\}\}|(?:(?!\{\{)[\s\S])+/g;

/** The characters that are allowed between expressions: those of a path (RFC 3986, 3.3), except those that end it. */
const literalPath = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;

/** What is wrong with the path of a request; undefined for a valid one. An empty path means the base address itself. */
export function pathFault(source: string, allowance = allowanceToCheck()): string | undefined {
  if (source === '') return undefined;
  if (!source.startsWith('/')) return 'a path begins with /';
  if (source.includes('{%')) return 'a path has expressions in it, {{ … }}, and no tags';
  const pieces = source.match(piece) ?? [];
  if (pieces.join('') !== source) return 'an expression in this path is not closed';
  for (const part of pieces) {
    if (part.startsWith('{{')) {
      const fault = faultOf(part, callNames, allowance);
      if (fault) return fault;
    } else if (!literalPath.test(part)) {
      return 'a path has no white space, ?, # or \\; what comes after ? belongs into query';
    }
  }
  return hasDotSegment(source) ? 'a path has no segments . and ..' : undefined;
}

/**
 * Renders a path that `pathFault` has accepted. The value of an expression stays within its segment: it is encoded, so that it
 * can end neither the segment nor the path, and it must not be empty, which would name another resource.
 * @throws TemplateError
 */
export function renderPath(source: string, scope: Scope, allowance = new Allowance()): string {
  const path = (source.match(piece) ?? [])
    .map((part) => (part.startsWith('{{') ? encode(renderText(part, scope, allowance), part) : part))
    .join('');
  if (hasDotSegment(path)) {
    throw new TemplateError('the path would leave its place by a segment . or ..');
  }
  return path;
}

function encode(value: string, source: string): string {
  if (value === '') throw new TemplateError(`${source} is empty, and a path needs a value there`);
  // Some servers decode %2F before they resolve dots.
  if (hasDotSegment(value)) {
    throw new TemplateError('the path would leave its place by a segment . or ..');
  }
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
