import { nowhere } from '../../src/dialog/scenario/endings.ts';
import { readAnswer } from '../../src/dialog/scenario/steps/answers.ts';
import { type Validation, validation } from '../../src/dialog/scenario/validation.ts';
import type { Walk } from '../../src/dialog/scenario/walk.ts';
import { Allowance } from '../../src/dialog/template/liquid.ts';

const walk = {
  allowance: new Allowance(),
  around: { now: new Date('2026-11-20T12:00:00Z'), profile: {}, identity: null },
  position: nowhere(),
  state: { city: 'Rome' },
  tags: [],
} as unknown as Walk;

/** What an answer is kept as by a question with a `validate`. */
export const read = (text: string, form: object) =>
  readAnswer({ text, attachments: [] }, validation.parse(form) as Validation, walk);
