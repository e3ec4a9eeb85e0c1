import { mailState } from '../mail/outbox.ts';
import { count, ok, type ReadinessCheck, warning } from './check.ts';

const subject = { id: 'mail', title: 'Mail' };

/** Whether mails reach the mail server, which concerns all projects; nothing if none are sent. */
export const mailArrives: ReadinessCheck = async ({ database, settings }) => {
  if (!settings.mail) return [];
  const { givenUp, late, fault } = await mailState(database);
  if (givenUp === 0 && late === 0)
    return [ok(subject, 'No mail is late, and none was given up.', 'mail_works')];
  const found = [
    ...(late > 0 ? [`Mails that are late: ${late}.`] : []),
    ...(givenUp > 0 ? [`${count(givenUp, 'mail')} of the last seven days could not be sent.`] : []),
    fault === null ? 'No worker has tried to send them.' : `The last reason: ${fault.replace(/\.*$/, '.')}`,
  ];
  return [
    warning(
      subject,
      found.join(' '),
      fault === null
        ? 'Start a worker with the same SMTP_URL.'
        : 'Look at SMTP_URL and MAIL_FROM, and at the log of the mail server; invite again whom a mail did not reach.',
      fault === null ? 'mail_not_tried' : 'mail_fails',
      { late, given_up: givenUp, reason: fault ?? '' },
    ),
  ];
};
