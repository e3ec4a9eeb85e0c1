/** The command cannot do what it was asked for. The message is a line for the person at the terminal. */
export class CommandFailed extends Error {}
