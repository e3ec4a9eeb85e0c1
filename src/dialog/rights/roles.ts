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
  /** What was sold and to whom, what became of the money, and which outcomes are unknown. */
  sales: ['owner', 'developer', 'operator', 'billing'],
  /** Decides what became of an act whose outcome is unknown; who is there for billing alone, of one that moves money. */
  settle: ['owner', 'operator', 'billing'],
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

const orList = new Intl.ListFormat('en', { type: 'disjunction' });

/** Roles for a sentence: "owner, operator, or billing". */
export const anyOf = (among: readonly Role[]): string => orList.format(among);

/** The role of a person, and that of their personal token if it has one: what is shown or done must be allowed to each of them. */
export type Roles = readonly [Role, ...Role[]];

/** Whether each of these roles passes a gate. */
export const allPass = (roles: Roles, gate: ProjectGate): boolean =>
  roles.every((role) => passes(role, gate));

/** Whether a role may do nothing that another role may not. */
export const isWithin = (role: Role, other: Role): boolean =>
  Object.keys(mayCall).every(
    (gate) => !passes(role, gate as ProjectGate) || passes(other, gate as ProjectGate),
  );
