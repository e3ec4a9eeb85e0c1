import { and, eq } from 'drizzle-orm';
import { build, statement } from '../../platform/statement.ts';
import { shortestPassword } from '../gate/password-rules.ts';
import { members } from '../gate/schema.ts';
import { owners } from '../schema.ts';
import { type ReadinessCheck, warning } from './check.ts';

/** People that one warning names. */
const mostNamed = 5;

const known = { email: owners.email };

const findWeak = statement({
  name: 'readiness-passwords',
  prepared: false,
  params: { projectId: members.projectId },
  columns: known,
  query: (p) =>
    build
      .select(known)
      .from(members)
      .innerJoin(owners, eq(owners.id, members.personId))
      .where(and(eq(members.projectId, p.projectId), eq(owners.hasWeakPassword, true)))
      .orderBy(owners.email)
      .limit(mostNamed),
});

/**
 * Whether somebody of the project has a password that would be refused as a new one. It was chosen before there were rules, or in a
 * setting.
 */
export const ownerPasswordStrong: ReadinessCheck = async ({ database, projectId }) => {
  const weak = await findWeak.all(database, { projectId });
  if (weak.length === 0) return [];
  const email = weak.map((person) => person.email).join(', ');
  return [
    warning(
      { id: 'owner_password', title: 'Password of the owner' },
      `The password of ${email} has fewer than ${shortestPassword} characters, or is easy to guess.`,
      'Change it: PUT /api/owner/password.',
      'password_weak',
      { email, shortest: shortestPassword },
    ),
  ];
};
