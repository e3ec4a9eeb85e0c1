import type { FastifyReply } from 'fastify';

/** Answers with JSON text that Postgres made. */
export const sendJson = (reply: FastifyReply, json: string, status = 200): FastifyReply =>
  reply.code(status).type('application/json').send(json);
