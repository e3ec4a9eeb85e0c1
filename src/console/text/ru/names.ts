import type { names as en } from '../en/names.ts';

export const names: Record<keyof typeof en, string> = {
  'name.visitor': 'Посетитель {mark}',
  'name.unnamed': 'Клиент {mark}',
};
