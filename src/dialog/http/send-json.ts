import type { FastifyReply } from 'fastify';

/** Answers with prepared JSON text, which keeps the digits of numbers and the order of names. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}
