import written from './forms.json' with { type: 'json' };

/**
 * The fields of every type of step and trigger. `forms.json` is made from the server's schemas by `npm run console:types`; a test says if it is old.
 */

/** A field of a form. */
export type FieldForm = { isNeeded?: true } & (
  | { kind: 'text'; min?: number; max?: number }
  /** A text, or the list of its lines. */
  | { kind: 'lines' }
  | { kind: 'number'; isWhole?: boolean; min?: number; max?: number }
  /** A number, or a template that gives it. */
  | { kind: 'number_template' }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: string[] }
  | { kind: 'constant'; value: unknown }
  /** The id of a step to which the flow goes on. */
  | { kind: 'step' }
  /** The name of an operation, a workflow, a table or a receiver, as the field is called. */
  | { kind: 'slug' }
  /** The name of a flow of the document. */
  | { kind: 'flow' }
  | { kind: 'condition' }
  /** Any JSON whose strings are templates. */
  | { kind: 'json' }
  /** An object of templates, or a template that gives one. */
  | { kind: 'object_template' }
  | { kind: 'list'; of: FieldForm; min?: number; max?: number }
  /** Values by names that the author chooses. */
  | { kind: 'record'; of: FieldForm }
  | ({ kind: 'object' } & Form)
  /** One of several forms, by the value of a field. */
  | { kind: 'variants'; by: string; forms: Record<string, Form> }
  /** An inner list of steps. */
  | { kind: 'steps' }
);

/** The fields of something, by name, in the order of the schema. */
export interface Form {
  fields: Record<string, FieldForm>;
}

/** The form of a type of step, with what its fields do not show. */
export interface StepForm extends Form {
  onlyInDialogs: boolean;
  /** What `{{ steps.<id>.… }}` may read. */
  outputs: string[];
}

export type DocumentKind = 'scenario' | 'workflow';

export interface Forms {
  steps: Record<string, StepForm>;
  triggers: Record<DocumentKind, Record<string, Form>>;
  /** What a document has besides its steps, triggers and flows. */
  documents: Record<DocumentKind, Form>;
}

const forms = written as unknown as Forms;

/** The types of step that a document may have. */
export const stepTypes = (kind: DocumentKind): string[] =>
  Object.entries(forms.steps).flatMap(([type, { onlyInDialogs }]) =>
    kind === 'workflow' && onlyInDialogs ? [] : [type],
  );

export const triggerTypes = (kind: DocumentKind): string[] => Object.keys(forms.triggers[kind]);

/** The form of a step; undefined for a type that the server does not have. */
export const stepForm = (type: unknown): StepForm | undefined =>
  typeof type === 'string' && Object.hasOwn(forms.steps, type) ? forms.steps[type] : undefined;

export const triggerForm = (kind: DocumentKind, type: unknown): Form | undefined =>
  typeof type === 'string' && Object.hasOwn(forms.triggers[kind], type)
    ? forms.triggers[kind][type]
    : undefined;

export const documentForm = (kind: DocumentKind): Form => forms.documents[kind];
