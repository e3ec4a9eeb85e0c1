/**
 * The rules by which templates reckon and read days. What only becomes right holds everywhere at once. What fails since, or is
 * read otherwise, has a number: published versions and saved definitions keep the one that they were made with, so that none
 * begins to fail by itself.
 *
 * 1: a division by zero gives nothing, 31 February is a day in March, and the month comes first in 03/04/2026.
 * 2: a division by zero and a day that does not exist are errors, and days are read as answers to questions are: the day first.
 */
export type TemplateRules = 1 | 2;

/** What is published or saved now gets these. */
export const presentRules: TemplateRules = 2;
