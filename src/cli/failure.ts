/** The command cannot do what was requested. The message is a line for the person at the terminal. */
export class CommandFailed extends Error {}
