import { smallint } from 'drizzle-orm/pg-core';
import type { TemplateRules } from './rules.ts';

/**
 * The rules of the templates in a row that a version or a saved definition is. What is older than the column has the first, and so
 * has what a process of an earlier release stores: it checked the definition by these.
 */
export const templateRulesColumn = () =>
  smallint('template_rules').$type<TemplateRules>().notNull().default(1);
