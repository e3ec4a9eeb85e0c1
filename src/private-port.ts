import type { RequestListener, ServerResponse } from 'node:http';
import { isAlive, type Readiness } from './health.ts';
import type { Metrics } from './metrics.ts';
import { Problem } from './platform/problem.ts';
import { commonHeaders, requestIdOf } from './platform/request-id.ts';

/** What is served on `METRICS_PORT`: `/metrics`, `/healthz` and `/readyz`, for monitoring and not for users. */
export function privatePort(metrics: Metrics, readiness: Readiness): RequestListener {
  return async (request, response) => {
    const headers = commonHeaders(requestIdOf(request.headers));
    const answer = (status: number, body: object, more: Record<string, string> = {}) =>
      end(
        response,
        status,
        { 'content-type': 'application/json; charset=utf-8', ...headers, ...more },
        JSON.stringify(body),
      );
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = isRead ? request.url?.split('?')[0] : undefined;
    try {
      if (path === '/healthz') return answer(200, isAlive);
      if (path === '/readyz') {
        const { status, body } = await readiness.read();
        return answer(status, body);
      }
      if (path !== '/metrics') throw new Problem(404, 'not_found', 'Not Found');
      const { type, text } = await metrics.read(
        request.headers.authorization,
        request.socket.remoteAddress ?? '',
      );
      end(response, 200, { ...headers, 'content-type': type }, text);
    } catch (error) {
      const {
        status,
        message: detail,
        code,
        headers: more,
      } = error instanceof Problem ? error : new Problem(500, 'internal_error', 'Internal Server Error');
      answer(status, { detail, code }, more);
    }
  };
}

function end(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, headers).end(body);
}
