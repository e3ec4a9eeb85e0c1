import type { siteUsers as english } from '../en/site-users.ts';

export const siteUsers: Record<keyof typeof english, string> = {
  'site_users.title': 'Пользователи, которых называет ваш сайт',
  'site_users.about':
    'У тех, кто вошёл на ваш сайт, одна переписка на всех устройствах, и вы видите, кто пишет. Для этого ваш сервер подписывает, кто открыл страницу, секретом этого чата.',
  'site_users.is_set': 'Секрет есть',
  'site_users.is_none': 'Секрета ещё нет',
  'site_users.none_text': 'Пока его нет, чат не принимает имён от сайта.',
  'site_users.make': 'Создать секрет',
  'site_users.replace': 'Заменить секрет',
  'site_users.replace_title': 'Заменить секрет?',
  'site_users.replace_text': 'Прежний действует ещё сутки. За это время внесите новый на своём сервере.',
  'site_users.secret': 'Секрет для пользователей',
  'site_users.secret_text':
    'Им ваш сервер подписывает токены по HS256: всем этим текстом, как он есть. На страницах сайта его быть не должно.',
};
