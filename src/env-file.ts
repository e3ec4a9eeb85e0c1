import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { nearest } from './platform/nearest-name.ts';

/** What a `.env` file says. */
export interface EnvFile {
  values: ReadonlyMap<string, string>;
  /** Lines that are probably mistakes, each a sentence for the log. */
  warnings: string[];
  /** Why the file cannot be used: its first wrong line. */
  fault?: string;
}

/** Names in `.env` that other programs read: Docker Compose, Node, Postgres and the `parley` command. */
const namesOfOthers =
  /^(?:POSTGRES_PASSWORD|STOP_GRACE_PERIOD|PROXY_PORT|PARLEY_URL|TZ|(?:COMPOSE|DOCKER|NODE)_\w+|PG[A-Z]+)$/;

/** Whether something other than the server reads this name. */
export const isNameOfOthers = (name: string): boolean => namesOfOthers.test(name);

/** Reads the `.env` file of the working directory, which need not be there. @param known the names of all settings */
export function readEnvFileHere(known: readonly string[]): EnvFile {
  try {
    return readEnvFile(readFileSync('.env', 'utf8'), known);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const nothing = { values: new Map(), warnings: [] };
    return code === 'ENOENT' ? nothing : { ...nothing, fault: `.env cannot be read (${code})` };
  }
}

/**
 * Reads the text of a `.env` file. Node's own reader takes each setting, but alone: given the whole file it would join a line
 * without `=` to the next setting, and that setting would be lost. Messages name lines and settings, but never quote a value.
 * @param known the names of all settings
 */
export function readEnvFile(text: string, known: readonly string[]): EnvFile {
  const values = new Map<string, string>();
  const warnings: string[] = [];
  const lineOf = new Map<string, number>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === '' || line.startsWith('#')) continue;
    const number = at + 1;
    const broken = (why: string) => ({ values, warnings, fault: `.env line ${number} ${why}` });
    const [, name, value = ''] = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) return broken('is not NAME=value; correct it, or begin it with # for a comment');
    let whole = value;
    const [, quote] = /^(["'`])/.exec(value) ?? [];
    if (quote) {
      while (!whole.includes(quote, 1)) {
        at++;
        if (at === lines.length) return broken(`opens a value with ${quote} that nothing closes`);
        whole += `\n${lines[at]}`;
      }
      if (!/^\s*(?:#.*)?$/.test(whole.slice(whole.indexOf(quote, 1) + 1)))
        return broken(
          `has text after the ${quote} that closes its value; use another kind of quotes around it`,
        );
    } else if (/^[^#]*\S#/.test(line)) {
      warnings.push(
        `.env line ${number}: the value of ${name} ends before the #; if the # belongs to it, put it in quotes`,
      );
    }
    const former = lineOf.get(name);
    if (former !== undefined)
      warnings.push(`.env has ${name} twice, on lines ${former} and ${number}; the last one counts`);
    else if (!known.includes(name) && !isNameOfOthers(name))
      warnings.push(`.env line ${number}: there is no setting ${name}; ${advice(name, known)}`);
    lineOf.set(name, number);
    values.set(name, parseEnv(`${name}=${whole}`)[name] ?? '');
  }
  return { values, warnings };
}

function advice(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? 'docs/settings.md has all of them' : `did you mean ${near}?`;
}
