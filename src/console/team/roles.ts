import type { Role } from '../api/project.ts';
import { language, t, word } from '../text/text.ts';

const roles = ['owner', 'developer', 'operator', 'analyst', 'billing'] as const;

/** Every role with its name. */
export const roleOptions: readonly (readonly [Role, string])[] = roles.map((role) => [
  role,
  word('role', role),
]);

const first = (name: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1);

/** Every role with its name, as a line begins with it, and what it may do, in a sentence. */
export const roleChoices = (): (readonly [Role, string, string])[] =>
  roles.map((role) => [role, first(word('role', role)), t(`team.about_${role}`)]);
