import type { log as english } from '../en/log.ts';

export const log: Record<keyof typeof english, string> = {
  'log.lead': 'О чём программы просили с ключами этого проекта.',
  'log.request': 'Запрос',
  'log.status': 'Статус',
  'log.key': 'Ключ',
  'log.address': 'Адрес',
  'log.took': 'Время',
  'log.ms': '{ms} мс',
  'log.at': 'Когда',
  'log.request_id': 'Id запроса',
  'log.path': 'Путь начинается с',
  'log.none': 'Программы ещё ни о чём не просили',
  'log.none_text': 'Здесь видны запросы с ключами этого проекта, в том числе отклонённые.',
  'log.nothing_fits': 'Ничего не подходит под фильтры',
  'log.accepted_today': 'Записи сегодня',
  'log.accepted_help': 'Счёт начинается заново в полночь (UTC). Сверх него записи получают 429.',
  'log.unfinished': 'Незавершённые записи',
  'log.unfinished_help': 'Приняты и ещё не выполнены.',
  'log.rate': 'Запросов в минуту на ключ',
  'log.rate_help': 'Каждый ответ говорит, сколько осталось.',
  'log.of': 'из {limit}',
};
