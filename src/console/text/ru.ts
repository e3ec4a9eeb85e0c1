import type { en } from './en.ts';
import { account } from './ru/account.ts';
import { actions } from './ru/actions.ts';
import { also } from './ru/also.ts';
import { audit } from './ru/audit.ts';
import { catalog } from './ru/catalog.ts';
import { channels } from './ru/channels.ts';
import { connections } from './ru/connections.ts';
import { customers } from './ru/customers.ts';
import { dialogs } from './ru/dialogs.ts';
import { entry } from './ru/entry.ts';
import { findings } from './ru/findings.ts';
import { flow } from './ru/flow.ts';
import { flowFields } from './ru/flow-fields.ts';
import { flowWords } from './ru/flow-words.ts';
import { inbox } from './ru/inbox.ts';
import { keys } from './ru/keys.ts';
import { log } from './ru/log.ts';
import { methods } from './ru/methods.ts';
import { operations } from './ru/operations.ts';
import { payments } from './ru/payments.ts';
import { profile } from './ru/profile.ts';
import { push } from './ru/push.ts';
import { readiness } from './ru/readiness.ts';
import { receivers } from './ru/receivers.ts';
import { runs } from './ru/runs.ts';
import { sample } from './ru/sample.ts';
import { settings } from './ru/settings.ts';
import { siteUsers } from './ru/site-users.ts';
import { subscriptions } from './ru/subscriptions.ts';
import { tables } from './ru/tables.ts';
import { team } from './ru/team.ts';
import { trial } from './ru/trial.ts';
import { versions } from './ru/versions.ts';
import { ruFirst } from './ru-first.ts';

/** The texts in Russian; the compiler says which are missing. */
export const ru: Record<keyof typeof en, string> = {
  ...ruFirst,
  ...account,
  ...also,
  ...actions,
  ...audit,
  ...catalog,
  ...channels,
  ...connections,
  ...customers,
  ...dialogs,
  ...entry,
  ...findings,
  ...flow,
  ...flowFields,
  ...flowWords,
  ...inbox,
  ...keys,
  ...log,
  ...operations,
  ...payments,
  ...profile,
  ...push,
  ...runs,
  ...sample,
  ...readiness,
  ...receivers,
  ...subscriptions,
  ...methods,
  ...settings,
  ...siteUsers,
  ...tables,
  ...team,
  ...trial,
  ...versions,
};
