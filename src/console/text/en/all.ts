import { account } from './account.ts';
import { actions } from './actions.ts';
import { also } from './also.ts';
import { audit } from './audit.ts';
import { catalog } from './catalog.ts';
import { channels } from './channels.ts';
import { connections } from './connections.ts';
import { customers } from './customers.ts';
import { dialogs } from './dialogs.ts';
import { entry } from './entry.ts';
import { first } from './first.ts';
import { flow } from './flow.ts';
import { flowFields } from './flow-fields.ts';
import { flowWords } from './flow-words.ts';
import { inbox } from './inbox.ts';
import { keys } from './keys.ts';
import { log } from './log.ts';
import { methods } from './methods.ts';
import { operations } from './operations.ts';
import { outcomes } from './outcomes.ts';
import { payments } from './payments.ts';
import { profile } from './profile.ts';
import { push } from './push.ts';
import { readiness } from './readiness.ts';
import { receivers } from './receivers.ts';
import { runs } from './runs.ts';
import { sample } from './sample.ts';
import { settings } from './settings.ts';
import { siteUsers } from './site-users.ts';
import { subscriptions } from './subscriptions.ts';
import { tables } from './tables.ts';
import { team } from './team.ts';
import { trial } from './trial.ts';
import { versions } from './versions.ts';

/** The texts in English, in ICU message format: a file for each feature. */
export const all = {
  ...first,
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
  ...outcomes,
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
