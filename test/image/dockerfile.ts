import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One instruction of a Dockerfile: `COPY`, and what follows it. */
export interface Instruction {
  name: string;
  text: string;
}

/** A stage: what it begins from (an image, or an earlier stage) and what is done in it. */
export interface Stage {
  name: string;
  from: string;
  instructions: Instruction[];
}

/** The sources of a COPY or ADD, from the build context or from a stage, and its destination. */
export interface Copy {
  stage: string | undefined;
  sources: string[];
  to: string;
}

/** Reads a Dockerfile: comments go, lines that end with a backslash are joined (docs.docker.com/reference/dockerfile). */
export function readDockerfile(path: string): Stage[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name.toUpperCase() === 'FROM') {
      const [, from = '', as] = /^(\S+)(?:\s+AS\s+(\S+))?\s*$/i.exec(text) ?? [];
      stages.push({ name: as ?? String(stages.length), from, instructions: [] });
    } else {
      stages.at(-1)!.instructions.push({ name: name.toUpperCase(), text: text.trim() });
    }
  }
  return stages;
}

/** The paths of a COPY or ADD. This project uses no option but `--from`. */
export function readCopy(text: string): Copy {
  const words = text.split(/\s+/);
  let stage: string | undefined;
  while (words[0]?.startsWith('--')) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(words.shift()!) ?? [];
    if (name !== 'from') throw new Error(`COPY --${name} is not known to this test: teach it`);
    stage = value;
  }
  const to = words.pop()!;
  return { stage, sources: words, to };
}

/** `NAME=value` pairs of an ENV. */
export function readEnv(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [
      name!,
      value!.replace(/^"(.*)"$/, '$1'),
    ]),
  );
}

interface Rule {
  allows: boolean;
  pattern: RegExp;
}

/**
 * Whether a file of the project is in the build context. The rules of .dockerignore, from Docker's documentation and
 * github.com/moby/patternmatcher: the last line that matches a path, or a folder that the path lies in, decides; `!` lets
 * in again; `*` and `?` stop at a slash, `**` does not.
 *
 * @param text of the file.
 */
export function contextRules(text: string): (path: string) => boolean {
  const rules: Rule[] = text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => {
      const rule = line.trim();
      const allows = rule.startsWith('!');
      return { allows, pattern: patternOf(allows ? rule.slice(1).trim() : rule) };
    });
  return (path) => {
    const parts = path.split('/');
    const withParents = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    let ignored = false;
    for (const { allows, pattern } of rules) {
      if (ignored === allows && withParents.some((each) => pattern.test(each))) ignored = !allows;
    }
    return !ignored;
  };
}

function patternOf(text: string): RegExp {
  const clean = text.replace(/^\/+/, '').replace(/\/+$/, '').replace(/^\.\//, '');
  let source = '';
  for (let i = 0; i < clean.length; i++) {
    const character = clean[i]!;
    if (clean.startsWith('**', i)) {
      i++;
      // `**/` is any number of folders, none included.
      if (clean[i + 1] === '/') {
        i++;
        source += '(?:.*/)?';
      } else source += '.*';
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '[') {
      const end = clean.indexOf(']', i);
      source += clean.slice(i, end + 1);
      i = end;
    } else if (character === '\\') source += `\\${clean[++i]}`;
    else source += character.replace(/[.+^${}()|]/, '\\$&');
  }
  return new RegExp(`^${source}$`);
}

/** Every file below `source` of the project that is in the build context; a path that ends nowhere gives none. */
export function filesInContext(project: string, source: string, isIn: (path: string) => boolean): string[] {
  const path = source.replace(/^\.\//, '').replace(/\/$/, '');
  if (!existsSync(join(project, path))) return [];
  if (statSync(join(project, path)).isFile()) return isIn(path) ? [path] : [];
  return readdirSync(join(project, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name}`)
    .filter((name) => statSync(join(project, name)).isFile() && isIn(name));
}
