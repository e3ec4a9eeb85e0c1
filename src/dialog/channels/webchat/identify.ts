import { showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { holdProfiles } from '../../profiles/holding.ts';
import { accountOf, renameIdentity } from '../../profiles/identities.ts';
import { linkProfiles } from '../../profiles/linking.ts';
import { Overtaken, untilNotOvertaken } from '../../tasks/overtaken.ts';
import { tryOpenSecrets } from '../secrets.ts';
import { signingSecrets } from '../webhook-signing.ts';
import { readUserToken, type WebUser } from './user-token.ts';
import { type ChatChannel, nameVisitor, sealedSecrets, type Visitor, visitorOf } from './visitors.ts';

/** The `external_id` of people whom the page's own server knows. Those of visitors begin with `vis_`. */
export const externalIdOf = ({ id }: WebUser): string => `user:${id}`;

/** Reads who a page says that its user is. @throws Problem 401 `invalid_signature` with the reason, for the browser's console */
export async function whoIs(
  { database, vault }: { database: Database; vault: Vault },
  chat: ChatChannel,
  token: string,
): Promise<WebUser> {
  const secrets = tryOpenSecrets(vault, chat.id, await sealedSecrets(database, chat)) ?? {};
  const user = readUserToken(token, signingSecrets(secrets));
  if ('refusal' in user) throw new Problem(401, 'invalid_signature', user.refusal);
  return user;
}

/**
 * Makes a visitor whom only the browser knew the person whom the page names, once. What they have said goes with them: their account becomes
 * that of the person, or, if the person has one from elsewhere, both become one customer by the merge that owners use, and can undo.
 * @returns undefined if the visitor is somebody else by now
 */
export async function identifyVisitor(
  database: Database,
  chat: ChatChannel,
  visitor: Visitor,
  user: WebUser,
  requestId: string,
): Promise<Visitor | undefined> {
  const externalId = externalIdOf(user);
  const { projectId, channelId } = visitor;
  const actor = { type: 'channel', id: showId('channel', chat.id), name: chat.name } as const;
  return untilNotOvertaken(() =>
    database.transaction(async (tx) => {
      if (!(await nameVisitor(tx, visitor, externalId, user.name))) return undefined;
      const own = await accountOf(tx, visitor);
      const theirs = own && (await accountOf(tx, { projectId, channelId, externalId }));
      if (own && !theirs) {
        const given = { projectId, id: own.identityId, externalId, name: user.name };
        if (!(await renameIdentity(tx, given, actor, requestId))) throw new Overtaken();
      }
      if (own && theirs && own.profileId !== theirs.profileId) {
        const wanted = [own.profileId, theirs.profileId];
        const held = await holdProfiles(tx, projectId, wanted, 'wait');
        if (held.length < wanted.length) throw new Overtaken();
        await linkProfiles(tx, held, { projectId, actor, requestId, isByCustomer: true });
      }
      return visitorOf(
        { projectId, id: channelId },
        { ...visitor, name: user.name ?? visitor.name, actsAs: externalId },
      );
    }),
  );
}
