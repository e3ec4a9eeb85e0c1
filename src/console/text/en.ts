import { account } from './en/account.ts';
import { actions } from './en/actions.ts';
import { also } from './en/also.ts';
import { audit } from './en/audit.ts';
import { catalog } from './en/catalog.ts';
import { channels } from './en/channels.ts';
import { connections } from './en/connections.ts';
import { customers } from './en/customers.ts';
import { dialogs } from './en/dialogs.ts';
import { entry } from './en/entry.ts';
import { flow } from './en/flow.ts';
import { flowFields } from './en/flow-fields.ts';
import { flowWords } from './en/flow-words.ts';
import { inbox } from './en/inbox.ts';
import { keys } from './en/keys.ts';
import { log } from './en/log.ts';
import { methods } from './en/methods.ts';
import { operations } from './en/operations.ts';
import { payments } from './en/payments.ts';
import { profile } from './en/profile.ts';
import { push } from './en/push.ts';
import { readiness } from './en/readiness.ts';
import { receivers } from './en/receivers.ts';
import { runs } from './en/runs.ts';
import { sample } from './en/sample.ts';
import { settings } from './en/settings.ts';
import { siteUsers } from './en/site-users.ts';
import { subscriptions } from './en/subscriptions.ts';
import { tables } from './en/tables.ts';
import { team } from './en/team.ts';
import { trial } from './en/trial.ts';
import { versions } from './en/versions.ts';
import { enFirst } from './en-first.ts';

/** The texts in English, in ICU message format: a file for each feature. */
export const en = {
  ...enFirst,
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
