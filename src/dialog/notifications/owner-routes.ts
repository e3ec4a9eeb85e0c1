import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxBool, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { named, namedBody } from '../http/shapes.ts';
import type { Mail } from '../mail/outbox.ts';
import { timeZone } from '../project-settings/time-zone.ts';
import { type NotificationSettings, readNotificationSettings, setNotificationSettings } from './settings.ts';

/** Of what people are told, by mail and in their browsers, each for themselves. */

interface NotificationParts {
  database: Database;
  mail: Mail;
}

const example = {
  mail: { waiting: true, mine: true },
  push: { waiting: true, mine: true },
  quiet: { from: '20:00', to: '08:00', time_zone: 'Europe/Berlin' },
};

const shape = named(
  'Notifications',
  z.object({
    mail: z.object({ waiting: z.boolean(), mine: z.boolean() }),
    push: z.object({ waiting: z.boolean(), mine: z.boolean() }),
    quiet: z.object({ from: z.string(), to: z.string(), time_zone: z.string() }).nullable(),
  }),
  example,
);

const time = text({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

const occasions = z.strictObject({
  waiting: laxBool().describe(
    'Of customers who wait for a person, and of whom nobody sees to or your team does.',
  ),
  mine: laxBool().describe('Of what customers say in conversations that you see to.'),
});

const body = namedBody(
  'NotificationsChange',
  z.strictObject({
    mail: occasions,
    push: occasions
      .optional()
      .describe(
        'In the browsers that `POST /api/owner/push/browsers` has named; left out, it stays as it is.',
      ),
    quiet: z
      .strictObject({ from: time, to: time, time_zone: timeZone })
      .refine(({ from, to }) => from !== to, { error: 'from and to are the same', path: ['to'] })
      .nullable()
      .describe('The hours in which you are told nothing, by the clocks of your time zone; null for none.'),
  }),
  example,
);

const present = ({
  mailsWaiting: waiting,
  mailsMine: mine,
  pushesWaiting,
  pushesMine,
  quietFrom,
  quietTo,
  timeZone: zone,
}: NotificationSettings) => ({
  mail: { waiting, mine },
  push: { waiting: pushesWaiting, mine: pushesMine },
  quiet:
    quietFrom === null || quietTo === null
      ? null
      : { from: quietFrom, to: quietTo, time_zone: zone ?? 'UTC' },
});

export const readNotifications = endpoint(
  {
    operationId: 'readNotifications',
    tags: ['Inbox'],
    summary: 'Read of what you are told',
    params: projectPath,
    answers: { 200: shape.describe('Your settings in this project.') },
  },
  async ({ projectId, owner }, _reply, { database }: NotificationParts) =>
    present(await readNotificationSettings(database, { projectId, personId: owner.id })),
);

export const replaceNotifications = endpoint(
  {
    operationId: 'replaceNotifications',
    tags: ['Inbox'],
    summary: 'Say of what you want to be told',
    description:
      'For you alone, in this project, and for live customers, by mail and in your browsers. Of each conversation you are told once until you have read it, never what ' +
      'was said in it.',
    params: projectPath,
    body,
    answers: { 200: shape.describe('Your settings as they hold now.') },
    errors: ['no_mail'],
  },
  async (
    { projectId, owner, body: { mail: wanted, push, quiet } },
    _reply,
    { database, mail }: NotificationParts,
  ) => {
    if ((wanted.waiting || wanted.mine) && !mail.isOn) {
      const message = 'This installation sends no mail. Its operator can set SMTP_URL.';
      throw new Problem(409, 'no_mail', message);
    }
    const place = { projectId, personId: owner.id };
    const before = await readNotificationSettings(database, place);
    const settings: NotificationSettings = {
      ...{ mailsWaiting: wanted.waiting, mailsMine: wanted.mine },
      pushesWaiting: push?.waiting ?? before.pushesWaiting,
      pushesMine: push?.mine ?? before.pushesMine,
      ...{ quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, timeZone: quiet?.time_zone ?? null },
    };
    await setNotificationSettings(database, { ...place, ...settings });
    return present(settings);
  },
);
