import type { entry as english } from '../en/entry.ts';

export const entry: Record<keyof typeof english, string> = {
  'entry.invitation': 'Приглашение в Parley',
  'entry.incomplete': 'Адрес этой страницы неполный. Откройте ссылку ещё раз целиком.',
  'entry.invited': 'Вас приглашают в проект «{project}», роль — {role}. Ваш адрес — {email}.',
  'entry.known': 'У вас уже есть аккаунт: примите приглашение с его паролем.',
  'entry.unknown': 'Аккаунта у вас ещё нет: придумайте пароль.',
  'entry.accept': 'Принять',
  'entry.joined': 'Теперь вы в проекте «{project}»',
  'entry.to_login': 'Ко входу',
  'entry.ask_text': 'Введите адрес аккаунта. Если он есть, туда придёт письмо со ссылкой.',
  'entry.ask': 'Отправить ссылку',
  'entry.asked': 'Если аккаунт с таким адресом есть, ссылка уже в пути. Она действует час.',
  'entry.no_mail':
    'Письма нет? Возможно, этот сервер не шлёт почту. Тот, кто его обслуживает, создаст новый пароль на его машине, в папке Parley:',
  'entry.choose_text': 'Все сеансы вашего аккаунта завершатся.',
  'entry.choose': 'Задать пароль',
  'entry.chosen': 'Пароль изменён. Теперь можно войти с ним.',
};
