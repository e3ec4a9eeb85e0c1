import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

const dayMs = 86_400_000;
/** The standard recommends less than a year. */
const validDays = 180;

/**
 * `/.well-known/security.txt`: where to report a weakness of this installation (RFC 9116). It is served only if
 * `SECURITY_CONTACT` says where; without a contact the file would not be valid.
 */
export function securityTxtRoute(
  app: FastifyInstance,
  { securityContact, publicUrl }: Pick<Settings, 'securityContact' | 'publicUrl'>,
): void {
  if (securityContact === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    // The same all day, so that a cached copy and a new one agree.
    const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
