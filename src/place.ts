import { hostname } from 'node:os';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from './platform/package-files.ts';

/**
 * How this process was started, so that the commands it prints work where they are read: under npm, by hand, or outside of the
 * container in which it runs.
 */
const script = process.env.npm_lifecycle_event;

/** True if an npm script started this process. */
export const isUnderNpm = script !== undefined;

/**
 * The command that runs another program of this build, also from a folder that the build is not in.
 * @param program its name, as `programFile` takes it
 */
function nodeCommand(program: string): string {
  const path = fileURLToPath(programFile(program));
  const fromHere = relative(process.cwd(), path);
  return `node ${quoted(fromHere.startsWith('..') ? path : fromHere)}`;
}

/** The command that starts this process again. */
function startCommand(): string {
  if (script === undefined) return nodeCommand('main');
  return script === 'start' ? 'npm start' : `npm run ${script}`;
}

/**
 * The command that starts this process on another port, in the same folder and on the same data, even if DATA_DIR was given on
 * the command line.
 */
export const startCommandOn = (port: number, dataDir: string): string =>
  [`PORT=${port}`, ...dataVariable(dataDir), startCommand()].join(' ');

/** The command that gives the owner a new password, for the folder of this process. */
export function resetPasswordCommand(dataDir: string): string {
  const program = isUnderNpm ? 'npm run parley --' : nodeCommand('cli/main');
  return [...intoContainer(), ...dataVariable(dataDir), program, 'owner reset-password'].join(' ');
}

/**
 * The command that starts the receiver of a first message. It works in any terminal: it changes to the folder of this
 * process, and sets DATA_DIR if that was given on the command line.
 * @param options for the receiver, if it finds nothing in `dataDir`
 */
export function receiveCommand(dataDir: string, options: readonly string[] = []): string {
  const container = intoContainer();
  const program = isUnderNpm
    ? ['npm run receive', ...(options.length > 0 ? ['--'] : [])]
    : [nodeCommand('receive')];
  // In a container the folder is that of this process already.
  const here =
    container.length > 0 ? container : [`cd ${quoted(process.cwd())} &&`, ...dataVariable(dataDir)];
  return [...here, ...program, ...options].join(' ');
}

/**
 * DATA_DIR for a command, unless it has that one anyway: by default, or since its container has the variables of this
 * process.
 */
const dataVariable = (dataDir: string): string[] =>
  dataDir === resolve('data') || intoContainer().length > 0 ? [] : [`DATA_DIR=${quoted(dataDir)}`];

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * What makes a command run in the container of this process. The image says that it is one, in the variable that
 * https://systemd.io/CONTAINER_INTERFACE names for this; the host name is the container's id unless it was set.
 */
function intoContainer(): string[] {
  const { container } = process.env;
  return container === 'docker' || container === 'podman' ? [`${container} exec -it ${hostname()}`] : [];
}
