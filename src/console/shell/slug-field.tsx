import { faultAt, hasCode } from '../api/problem.ts';
import { Field } from '../kit/field.tsx';
import { slugOf } from '../kit/slug.ts';
import { t } from '../text/text.ts';
import type { Form } from './form.tsx';

/** What names something for people, and what names it in addresses: empty as long as that follows from the name. */
export interface Named {
  name: string;
  slug: string;
}

/**
 * The short name under which something new is made. A PUT to a taken one would replace what is there.
 * @param other for names of which no letter is left
 * @throws ApiProblem at the field `slug` if what was entered is taken
 */
export function chosenSlug({ name, slug }: Named, taken: readonly string[], other: string): string {
  const wanted = slug.trim();
  if (taken.includes(wanted)) throw faultAt('slug', t('kit.slug_taken'));
  return wanted === '' ? slugOf(name, taken, other) : wanted;
}

/** Sent with a PUT that makes something new: what somebody else has made under this name meanwhile stays as it is. */
export const onlyNew = { 'if-none-match': '*' } as const;

/**
 * The answer to a request with `onlyNew`.
 * @param field of the form, where it is said that the name is taken
 * @throws ApiProblem at that field
 */
export async function unlessTaken<Answer>(request: Promise<Answer>, field = 'slug'): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw hasCode(error, 'already_exists') ? faultAt(field, t('kit.slug_taken')) : error;
  }
}

/** The path and the header of a request that makes something new under this name. */
export const asNew = (project_id: string, slug: string) => ({
  params: { path: { project_id, slug }, header: onlyNew },
});

interface SlugFieldProps<Values extends Named> {
  form: Form<Values>;
  taken: readonly string[];
  other: string;
}

/** For the short name, which follows from the name unless somebody enters one. */
export function SlugField<Values extends Named>({ form, taken, other }: SlugFieldProps<Values>) {
  const { name, slug } = form.values;
  return (
    <Field
      label={t('kit.slug')}
      help={t('kit.slug_help')}
      placeholder={slugOf(name, taken, other)}
      spellCheck="false"
      value={slug}
      onChange={(next) => form.set({ slug: next.toLowerCase() } as Partial<Values>)}
      fault={form.fault('slug')}
    />
  );
}
