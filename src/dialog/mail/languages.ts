import type { MailLanguage } from '../../settings.ts';
import { en } from './languages/en.ts';
import { ru } from './languages/ru.ts';
import type { MailLanguageTexts } from './templates.ts';

/** The words of mails, by the setting MAIL_LANGUAGE. */
export const mailTexts: Readonly<Record<MailLanguage, MailLanguageTexts>> = { en, ru };
