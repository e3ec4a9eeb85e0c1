import type { audit as english } from '../en/audit.ts';

export const audit: Record<keyof typeof english, string> = {
  'audit.lead': 'Кто что сделал: люди, ключи, каналы и система.',
  'audit.action': 'Действие',
  'audit.actor': 'Кто',
  'audit.person': 'Человек',
  'audit.subject': 'С чем',
  'audit.subject_id': 'С id',
  'audit.at': 'Когда',
  'audit.live': 'Следить вживую',
  'audit.none': 'Пока ничего не произошло',
  'audit.data': 'Подробности',
  'actor.owner': 'человек',
  'actor.key': 'ключ',
  'actor.system': 'система',
  'actor.channel': 'канал',
  'actor.receiver': 'приёмник',
  'actor.method': 'метод',
};
