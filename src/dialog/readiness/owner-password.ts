import { eq } from 'drizzle-orm';
import { build, statement } from '../../platform/statement.ts';
import { shortestPassword } from '../gate/password-rules.ts';
import { owners, projects } from '../schema.ts';
import { type ReadinessCheck, warning } from './check.ts';

const known = { email: owners.email, isWeak: owners.hasWeakPassword };

const findOwner = statement({
  name: 'readiness-owner',
  prepared: false,
  params: { projectId: projects.id },
  columns: known,
  query: (p) =>
    build
      .select(known)
      .from(projects)
      .innerJoin(owners, eq(owners.id, projects.ownerId))
      .where(eq(projects.id, p.projectId)),
});

/** Whether the owner has a password that would be refused as a new one. It was chosen before there were rules, or in a setting. */
export const ownerPasswordStrong: ReadinessCheck = async ({ database, projectId }) => {
  const owner = await findOwner.first(database, { projectId });
  if (!owner?.isWeak) return [];
  return [
    warning(
      { id: 'owner_password', title: 'Password of the owner' },
      `The password of ${owner.email} has fewer than ${shortestPassword} characters, or is easy to guess.`,
      'Change it: PUT /api/owner/password.',
      'password_weak',
      { email: owner.email, shortest: shortestPassword },
    ),
  ];
};
