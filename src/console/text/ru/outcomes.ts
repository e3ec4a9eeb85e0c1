import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: Record<keyof typeof english, string> = {
  'outcomes.settle_title': 'Чем это кончилось?',
  'outcomes.settled': 'Решено',
  'outcomes.attempts': '{count, plural, one {# попытка} few {# попытки} other {# попыток}}',
  'outcomes.outcome': 'Исход',
  'outcomes.outcome_done': 'Выполнено',
  'outcomes.outcome_failed': 'Не выполнено',
  'outcomes.outcome_retry': 'Выполнить ещё раз',
  'outcomes.follows_done': 'То, что этого ждёт, пойдёт дальше.',
  'outcomes.follows_failed': 'То, что этого ждёт, пойдёт как после сбоя.',
  'outcomes.follows_retry': 'Если это всё же было выполнено, оно случится дважды.',
  'outcomes.act_done': 'Выполнено',
  'outcomes.act_failed': 'Не выполнено',
  'outcomes.act_retry': 'Ещё раз',
  'outcomes.note': 'Откуда вы знаете (необязательно)',
  'outcomes.note_help': 'Это попадёт в журнал.',
  'outcomes.done_again': 'Выполняется ещё раз',
  'outcomes.to_job': 'Что было отправлено и все попытки',
};
