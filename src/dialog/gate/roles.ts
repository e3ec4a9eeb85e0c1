/** What somebody is in a project. */
export const roles = ['owner', 'developer', 'operator', 'analyst', 'billing'] as const;

export type Role = (typeof roles)[number];

/**
 * Who may call a route of a project: each name stands in the table of routes of the owner API. `owner` may call everything.
 */
export const mayCall = {
  /** Whoever is in the project. */
  member: ['owner', 'developer', 'operator', 'analyst', 'billing'],
  /** Reads what the project is and does, and nothing that customers have said. */
  read: ['owner', 'developer', 'operator', 'analyst'],
  /** Sees what is under way, and acts on single pieces of it. */
  work: ['owner', 'developer', 'operator'],
  /** Definitions, connections, keys: whatever decides what the project does. */
  build: ['owner', 'developer'],
  /** What customers say, and who they are. */
  serve: ['owner', 'operator'],
  /** Decides what became of an act whose outcome is unknown. */
  settle: ['owner', 'developer', 'operator', 'billing'],
  /** What was sold and to whom, and what became of the money. */
  sales: ['owner', 'developer', 'operator', 'billing'],
  /** Gives money back. */
  bill: ['owner', 'billing'],
  /** People, limits, and the end of the project. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

/** A name of those who may call a route of a project. */
export type ProjectGate = keyof typeof mayCall;

/** Whether a gate of the owner API is one of a project. */
export const isProjectGate = (gate: string): gate is ProjectGate => Object.hasOwn(mayCall, gate);

/** Whether a role passes a gate. */
export const passes = (role: Role, gate: ProjectGate): boolean =>
  (mayCall[gate] as readonly Role[]).includes(role);

/** Whether a role may do nothing that another role may not. */
export const isWithin = (role: Role, other: Role): boolean =>
  Object.keys(mayCall).every(
    (gate) => !passes(role, gate as ProjectGate) || passes(other, gate as ProjectGate),
  );
