import type { FastifyReply } from 'fastify';

/** Answers with JSON text from Postgres. */
export const sendJson = (reply: FastifyReply, json: string, status = 200): FastifyReply =>
  reply.code(status).type('application/json').send(json);
