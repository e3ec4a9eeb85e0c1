import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons, Question } from '../kit/dialog.tsx';
import { Fields } from '../kit/page.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { t } from '../text/text.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** What somebody writes into a form until it is sent. */
export interface Form<Values> {
  values: Values;
  /** Something differs from what was read from the server. */
  isDirty: boolean;
  isPending: boolean;
  error: unknown;
  set(change: Partial<Values>): void;
  /** For a field: its value, and what the server says of it. @param path in the body of the request, if it is not the name */
  bind<Name extends keyof Values & string>(
    name: Name,
    path?: string,
  ): { value: Values[Name]; onChange(value: Values[Name]): void; fault: string | undefined };
  /** What the server says of a part of the body. Whoever asks shows it; the rest stands below the form. */
  fault(path: string): string | undefined;
  /** What it says of parts that no field asked for. */
  rest(): unknown;
  reset(): void;
  submit(): void;
}

/** A form without its fields: what its frame needs to know. */
export type FormFrame = Pick<Form<unknown>, 'isDirty' | 'isPending' | 'error' | 'rest' | 'reset' | 'submit'>;

const isWithin = (path: string, whole: string) => path === whole || path.startsWith(`${whole}.`);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps what is changed apart from what was read, so that a form may be read anew while somebody writes.
 * @param initial what stands in the fields before somebody changes them
 * @param save sends it; if it throws, what was written stays
 */
export function useForm<Values extends object>(
  initial: Values,
  save: (values: Values) => Promise<unknown>,
): Form<Values> {
  const [changes, setChanges] = useState<Partial<Values>>({});
  const [error, setError] = useState<unknown>();
  /** What was changed after the server had refused it: its fault is of what stood there before. */
  const [mended, setMended] = useState<readonly string[]>([]);
  const [isPending, setPending] = useState(false);
  const asked = new Set<string>();
  const values = { ...initial, ...changes };
  const fields = error instanceof ApiProblem ? error.fields : new Map<string, string>();
  const fault = (path: string) => {
    asked.add(path);
    if (mended.includes(path)) return undefined;
    return [...fields].find(([each]) => isWithin(each, path))?.[1];
  };
  const reset = () => {
    setChanges({});
    setError(undefined);
  };
  const send = async () => {
    setPending(true);
    setError(undefined);
    setMended([]);
    try {
      await save(values);
      setChanges({});
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return {
    ...{ values, isPending, error, fault, reset },
    isDirty: !isSame(values, initial),
    set: (change) => setChanges((before) => ({ ...before, ...change })),
    bind: (name, path = name) => ({
      value: values[name],
      onChange: (value) => {
        setChanges((before) => ({ ...before, [name]: value }));
        setMended((before) => (before.includes(path) ? before : [...before, path]));
      },
      fault: fault(path),
    }),
    rest: () => {
      const isShown = (path: string) => [...asked].some((each) => isWithin(path, each));
      return fields.size > 0 && [...fields.keys()].every(isShown) ? undefined : error;
    },
    submit: () => {
      if (!isPending) void send();
    },
  };
}

/** The form element: sends by Enter, and leads to the first field that the server refused. */
function FormBody({ form, children }: { form: FormFrame; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null);
  const { error } = form;
  useEffect(() => {
    if (error)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
  }, [error]);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // A window that opens over a form stands inside it for React.
        event.stopPropagation();
        form.submit();
      }}
    >
      <Fields>{children}</Fields>
    </form>
  );
}

/** What no field says. It stands behind the fields, so that all of them were drawn, and have asked for what is said of them. */
const Rest = ({ form }: { form: FormFrame }) => <ProblemNotice error={form.rest()} />;

interface FormDialogProps {
  title: string;
  /** The verb on the button. */
  verb: string;
  form: FormFrame;
  onClose(): void;
  children: ReactNode;
  isWide?: boolean;
  /** There is nothing to send yet. */
  isEmpty?: boolean;
}

/** A form in a window. */
export function FormDialog({ title, verb, form, onClose, children, isWide, isEmpty }: FormDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide={isWide ?? false}>
      <FormBody form={form}>
        {children}
        <Rest form={form} />
        <DialogButtons>
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" look="main" isPending={form.isPending} isDisabled={isEmpty ?? false}>
            {verb}
          </Button>
        </DialogButtons>
      </FormBody>
    </Dialog>
  );
}

/** A form whose buttons stand among its fields. */
export const BareForm = ({ form, children }: Pick<FormDialogProps, 'form' | 'children'>) => (
  <FormBody form={form}>
    {children}
    <Rest form={form} />
  </FormBody>
);

interface PlainFormProps extends Pick<FormDialogProps, 'form' | 'verb' | 'children'> {
  /** One of several on a page: its button is not the main one. */
  isSmall?: boolean;
}

/** A form with nothing around it. */
export function PlainForm({ form, verb, children, isSmall = false }: PlainFormProps) {
  const button = (
    <Button type="submit" look={isSmall ? 'plain' : 'main'} isPending={form.isPending}>
      {verb}
    </Button>
  );
  return (
    <FormBody form={form}>
      {children}
      <Rest form={form} />
      {isSmall ? <div>{button}</div> : button}
    </FormBody>
  );
}

/** A form on a page, with a bar to save it once it was changed. Whoever leaves then is asked. */
export function SavedForm({ form, children }: { form: FormFrame; children: ReactNode }) {
  const isHeld = form.isDirty && !form.isPending;
  const leaving = useBlocker({
    // Another tab of the page is in the search part of the address.
    shouldBlockFn: ({ current, next }) =>
      isHeld && (current.pathname !== next.pathname || !isSame(current.search, next.search)),
    enableBeforeUnload: isHeld,
    withResolver: true,
  });
  return (
    <FormBody form={form}>
      {children}
      <Rest form={form} />
      {form.isDirty && <SaveBar isPending={form.isPending} onReset={form.reset} />}
      <Question
        title={t('kit.leave_title')}
        text={t('kit.leave_text')}
        verb={t('kit.leave')}
        cancel={t('shell.cancel')}
        isOpen={leaving.status === 'blocked'}
        onAnswer={(isYes) => (isYes ? leaving.proceed?.() : leaving.reset?.())}
      />
    </FormBody>
  );
}
