import type { MailLanguageTexts } from '../templates.ts';

const roles = {
  owner: 'владелец',
  developer: 'разработчик',
  operator: 'оператор',
  analyst: 'аналитик',
  billing: 'финансы',
};

const notYou = (link: string) => ({
  link: { label: 'Задать новый пароль', href: link },
  closing: [
    'Если это были вы, делать ничего не нужно.',
    'Если нет, сейчас же задайте новый пароль. Все сеансы вашей учётной записи завершатся.',
  ],
});

export const ru: MailLanguageTexts = {
  code: 'ru',
  letters: {
    invitation: ({ project, role, inviter, link, expiresAt }, { moment }) => ({
      subject: `Приглашение в проект ${project}`,
      opening: [`${inviter} приглашает вас работать в проекте ${project}.`],
      facts: [['Ваша роль', roles[role]]],
      link: { label: 'Принять приглашение', href: link },
      closing: [
        `Приглашение действует до ${moment(expiresAt)}. Ссылка только для вас: по ней приглашение может принять любой, у кого она есть.`,
        'Если вы не ждали этого письма, ничего не делайте.',
      ],
    }),
    password_reset: ({ link, expiresAt, address }, { moment }) => ({
      subject: 'Ссылка для нового пароля',
      opening: ['Кто-то, вероятно вы, запросил новый пароль для вашей учётной записи.'],
      facts: [['Откуда', address]],
      link: { label: 'Задать новый пароль', href: link },
      closing: [
        `Ссылка действует до ${moment(expiresAt)} и только один раз. С новым паролем завершатся все сеансы вашей учётной записи.`,
        'Если это были не вы, ничего не делайте: пароль останется прежним.',
      ],
    }),
    password_changed: ({ at, address, link }, { moment }) => ({
      subject: 'Ваш пароль изменён',
      opening: ['Пароль вашей учётной записи был изменён.'],
      facts: [
        ['Когда', moment(at)],
        ['Откуда', address],
      ],
      ...notYou(link),
    }),
    customer_waits: ({ project, isMine, at, link }, { moment }) => ({
      subject: isMine ? `Вам написал клиент: ${project}` : `Клиент ждёт человека: ${project}`,
      opening: [
        isMine
          ? `В проекте ${project} клиент написал в диалоге, который ведёте вы.`
          : `В проекте ${project} клиент ждёт ответа человека.`,
      ],
      facts: [['Когда', moment(at)]],
      link: { label: 'Открыть Parley', href: link },
      closing: [
        'Других писем об этом диалоге не будет, пока вы его не прочтёте. Какие письма приходят, решают ваши настройки в проекте.',
      ],
    }),
    new_device: ({ program, system, at, address, link }, { moment }) => ({
      subject: 'Вход с нового устройства',
      opening: ['В вашу учётную запись вошли с нового устройства или из новой сети.'],
      facts: [
        ['Когда', moment(at)],
        ['Устройство', [program ?? 'неизвестная программа', system].filter(Boolean).join(', ')],
        ['Откуда', address],
      ],
      ...notYou(link),
    }),
  },
  footer: (address) => `Письмо отправил Parley, ${address}. Ответы на него никто не читает.`,
  linkIsNoButton: 'Если кнопка не работает, откройте этот адрес:',
};
