import type { catalog as english } from '../en/catalog.ts';

export const catalog: Record<keyof typeof english, string> = {
  'catalog.offers': 'Предложения',
  'catalog.sources': 'Источники',
  'catalog.offer': 'Предложение',
  'catalog.source': 'Источник',
  'catalog.pn': 'Артикул',
  'catalog.pn_starts': 'Артикул начинается с',
  'catalog.brand': 'Бренд',
  'catalog.condition': 'Состояние',
  'catalog.status': 'Статус',
  'catalog.currency': 'Валюта',
  'catalog.price': 'Цена',
  'catalog.price_min': 'Цена от',
  'catalog.price_max': 'Цена до',
  'catalog.with_price': 'известна',
  'catalog.without_price': 'неизвестна',
  'catalog.made': 'Добавлено',
  'catalog.weight': 'Вес',
  'catalog.address': 'Адрес',
  'catalog.id': 'Номер',
  'catalog.payload': 'Как прислал источник',
  'catalog.name': 'Название',
  'catalog.search': 'Поиск предложений',
  'catalog.search_sources': 'Поиск источников',
  'catalog.import': 'Импорт',
  'catalog.export': 'Экспорт',
  'catalog.export_shown': 'Экспорт подходящих',
  'catalog.count':
    '{count, plural, one {{shown} предложение} few {{shown} предложения} other {{shown} предложений}}',
  'catalog.none': 'Предложений пока нет',
  'catalog.none_text': 'Загрузите файл поставщика: каждая строка — предложение источника.',
  'catalog.none_fits': 'Под эти условия не подходит ни одно предложение.',
  'catalog.figures': 'Цифры по всем предложениям',
  'catalog.priced': '{count, plural, other {С ценой {shown} из {all}}}',
  'catalog.prices': 'от {min} до {max}, в среднем {mean}',
  'catalog.prices_name': 'Цены',
  'catalog.more': '{count, plural, other {и ещё #}}',
  'catalog.selected':
    '{count, plural, one {Выбрано # предложение} few {Выбраны # предложения} other {Выбрано # предложений}}',
  'catalog.delete':
    '{count, plural, =1 {Удалить предложение} one {Удалить # предложение} few {Удалить # предложения} other {Удалить # предложений}}',
  'catalog.delete_title':
    '{count, plural, =1 {Удалить это предложение?} one {Удалить # предложение?} few {Удалить # предложения?} other {Удалить # предложений?}}',
  'catalog.delete_text': 'Навсегда. Следующий импорт того же файла вернёт их.',
  'catalog.deleted':
    '{count, plural, one {# предложение удалено} few {# предложения удалены} other {# предложений удалено}}',
  'catalog.price_in': 'Цена, {currency}',
  'catalog.price_help': 'Пусто: неизвестна.',
  'catalog.change_price': 'Изменить цену',
  'catalog.price_changed': 'Цена изменена',
  'catalog.source_help': 'Название, адрес или номер. Неизвестное название или адрес создаст новый источник.',
  'catalog.change_source': 'Изменить источник',
  'catalog.source_changed': 'Источник изменён',
  'catalog.import_title': 'Предложения из файла',
  'catalog.import_text':
    'Перетащите сюда CSV или файл JSON по строкам, любого размера. Нужны source_identifier и pn_raw.',
  'catalog.import_storing': 'Файл дошёл; записываются последние строки.',
  'catalog.import_stopped': 'Остановлено. Записанное остаётся; тот же файл продолжит с того же места.',
  'catalog.imported':
    '{count, plural, one {Записано {shown} предложение из {name}} few {Записаны {shown} предложения из {name}} other {Записано {shown} предложений из {name}}}',
  'catalog.import_updates': 'Обновить предложения, которые уже есть',
  'catalog.import_updates_help':
    'Они получат значения из файла; пустая ячейка очищает поле. Иначе они пропускаются.',
  'catalog.import_comma': 'Дробная часть чисел — через запятую',
  'catalog.import_comma_help': 'Например, 12,5 и 1 234,50.',
  'catalog.import_updated':
    'Новых: {created}. Обновлено: {updated}. Без изменений: {unchanged}. Отклонено: {failed}.',
  'catalog.import_rest': 'Пропущено, так как уже есть: {skipped}. Отклонено: {failed}.',
  'catalog.import_unread':
    'Со строки {line} файл не прочитан: там слишком длинная строка или не закрыта кавычка.',
  'catalog.select_all': 'Выбрать все предложения',
  'catalog.select_most': 'Вместе можно выбрать до {count, number} предложений. Сначала отфильтруйте список.',
  'catalog.import_broken':
    'Что успело записаться, останется. Отправьте тот же файл снова: запишется остальное.',
  'catalog.import_first': 'Это первые из отклонённых: {shown}.',
  'catalog.new_source': 'Новый источник',
  'catalog.make': 'Создать источник',
  'catalog.source_made': 'Источник «{name}» создан',
  'catalog.name_help': 'Его предложения останутся под новым названием.',
  'catalog.show_offers':
    '{count, plural, one {Показать {shown} предложение} few {Показать {shown} предложения} other {Показать {shown} предложений}}',
  'catalog.source_count':
    '{count, plural, one {{shown} источник} few {{shown} источника} other {{shown} источников}} · с предложениями {filled} · всего предложений {offers}',
  'catalog.source_found': '{found} из {count, plural, one {{shown} источника} other {{shown} источников}}',
  'catalog.no_sources': 'Источников пока нет',
  'catalog.no_sources_text': 'Импорт создаст те, что назовёт файл.',
  'catalog.no_source_fits': 'Таких слов нет ни у одного источника.',
  'catalog.sources_selected':
    '{count, plural, one {Выбран # источник} few {Выбраны # источника} other {Выбрано # источников}}',
  'catalog.delete_sources':
    '{count, plural, =1 {Удалить источник} one {Удалить # источник} few {Удалить # источника} other {Удалить # источников}}',
  'catalog.delete_sources_title':
    '{count, plural, =1 {Удалить этот источник?} one {Удалить # источник?} few {Удалить # источника?} other {Удалить # источников?}}',
  'catalog.delete_sources_text':
    '{offers, plural, =0 {Предложений у них нет.} one {Вместе с ними навсегда пропадёт {shown} предложение.} few {Вместе с ними навсегда пропадут {shown} предложения.} other {Вместе с ними навсегда пропадут {shown} предложений.}}',
  'catalog.sources_deleted':
    '{count, plural, one {# источник удалён} few {# источника удалены} other {# источников удалено}}',
  'catalog.merge': 'Объединить',
  'catalog.merge_title': 'Объединить источники?',
  'catalog.merge_into': 'Что останется',
  'catalog.merge_text':
    '{count, plural, =0 {Предложения не переносятся; остальные источники удалятся.} one {{shown} предложение перейдёт к «{name}», потом остальные источники удалятся.} few {{shown} предложения перейдут к «{name}», потом остальные источники удалятся.} other {{shown} предложений перейдут к «{name}», потом остальные источники удалятся.}} Предложение, которое у «{name}» уже есть, останется, как и его источник. Прайс-листы на имя остальных дальше пойдут к «{name}». Отменить это нельзя.',
  'catalog.merged': 'Теперь все у «{name}»',
  'catalog.merge_kept':
    '{count, plural, one {# предложение осталось: у «{name}» оно уже есть} few {# предложения остались: у «{name}» они уже есть} other {# предложений остались: у «{name}» они уже есть}}',
  'catalog.merge_kept_text':
    'Перешло: {moved}. Посмотрите на оставшиеся; вместе с их источником удалятся и они.',
  'catalog.not_allowed':
    'Каталог не относится ни к одному проекту. Его видит тот, кто может создавать проекты; ваша учётная запись — для помощи в чужих.',
};
