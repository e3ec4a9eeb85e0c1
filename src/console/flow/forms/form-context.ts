import { createContext, useContext } from 'react';
import type { DocumentKind } from '../document/forms.ts';
import type { Json, JsonObject, Path } from '../document/json.ts';
import type { Finding } from '../save/calls.ts';
import type { TemplateName } from './template-names.ts';

/** What the fields of a form need to know of the document around them. */
export interface FormAround {
  kind: DocumentKind;
  document: JsonObject;
  findings: readonly Finding[];
  /** What templates may read here. */
  names: readonly TemplateName[];
  /** The names of what the project has, by the name of the field: `operation`, `workflow`, `table`, `receiver`. */
  slugs: Readonly<Record<string, readonly string[]>>;
  /** Changes the value at a path of the document; undefined takes it away. */
  set(path: Path, value: Json | undefined): void;
  /** Lets the way out at a path end its flow. */
  end(path: Path): void;
  /** Typing in a field has ended. */
  part(): void;
  /** Opens a step that stands inside this one. */
  open(key: string): void;
}

const Around = createContext<FormAround | undefined>(undefined);
export const FormAroundProvider = Around.Provider;

export function useAround(): FormAround {
  const around = useContext(Around);
  if (!around) throw new Error('a field stands in a form');
  return around;
}
