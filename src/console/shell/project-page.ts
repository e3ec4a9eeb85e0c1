import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ProjectGate } from '../api/project.ts';
import type { TextKey } from '../text/text.ts';

/** The groups of the navigation, in its order. */
export const navigationGroups = ['build', 'connect', 'watch', 'set_up'] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

/** A page of a project. */
export interface ProjectPage {
  /** Below `/p/{project}/`; parts that begin with `$` are parameters. */
  path: string;
  /** What may follow in the address while the same page stays open: `$profile`. */
  opens?: `$${string}`;
  /** Who may see it; others do not see that it is there. */
  gate: ProjectGate;
  load(): Promise<{ default: ComponentType }>;
  /** Where it stands in the navigation; a page without it is reached from others. */
  entry?: {
    name: TextKey;
    /** Without one it always shows, above the groups. */
    group?: NavigationGroup;
    icon: LucideIcon;
    /** After `G`: `KeyI`. */
    key?: string;
    /** In the bar at the bottom of a phone. */
    isOnPhone?: true;
  };
}
