import type { sample as english } from '../en/sample.ts';

export const sample: Record<keyof typeof english, string> = {
  'sample.hello': 'Здравствуйте',
  'sample.topic': 'Доставка',
  'sample.parcel': 'Посылка не пришла. Кто-нибудь может посмотреть?',
  'sample.gift': 'Можно завернуть как подарок?',
  'sample.name': 'Магазин-пример',
  'sample.reply_hello': 'Здравствуйте! Чем могу помочь?',
  'sample.reply_hello_title': 'Приветствие',
  'sample.reply_wait': 'Уже смотрю. Одну минуту, пожалуйста.',
  'sample.reply_wait_title': 'Минуту',
  'sample.reply_thanks': 'Спасибо, что написали нам. Хорошего дня!',
  'sample.reply_thanks_title': 'Прощание',
};
