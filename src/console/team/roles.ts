import type { Role } from '../api/project.ts';
import { t, word } from '../text/text.ts';

const roles = ['owner', 'developer', 'operator', 'analyst', 'billing'] as const;

/** Every role with its name. */
export const roleOptions: readonly (readonly [Role, string])[] = roles.map((role) => [
  role,
  word('role', role),
]);

/** What a role may do, in a sentence. */
export const aboutRole = (role: Role) => t(`team.about_${role}`);
