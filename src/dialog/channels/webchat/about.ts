import { showId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/postgres.ts';
import { losslessMembers, objectOf } from '../../http/json-body.ts';
import { changeProfile } from '../../profiles/change.ts';
import { holdProfiles } from '../../profiles/holding.ts';
import { accountOf, callIdentity, ensureIdentity } from '../../profiles/identities.ts';
import { readCustomerFields } from '../../project-settings/settings.ts';
import type { About } from './known.ts';
import { type ChatChannel, keepAbout, takeAbout, type Visitor } from './visitors.ts';

/** The keys in projects that have not named one. */
const usualKeys = { mail: 'email', phone: 'phone' };

const isEmpty = ({ name, mail, phone, state = {} }: About) =>
  !name && !mail && !phone && Object.keys(state).length === 0;

/**
 * Writes into the profile of a visitor what is known of them. Who has said nothing is no customer yet: it is kept until their first
 * message.
 */
export async function learn(
  database: Database,
  chat: ChatChannel,
  visitor: Visitor,
  about: About,
  requestId: string,
): Promise<void> {
  if (isEmpty(about)) return;
  await database.transaction(async (tx) => {
    const account = await accountOf(tx, visitor);
    if (account) await write(tx, chat, account, about, requestId);
    else await keepAbout(tx, visitor, about);
  });
}

/** Makes a visitor a customer with what was kept of them, before their first words are heard. */
export async function bringAbout(
  database: Database,
  chat: ChatChannel,
  visitor: Visitor,
  requestId: string,
): Promise<void> {
  if (!visitor.about) return;
  await database.transaction(async (tx) => {
    const about = await takeAbout(tx, visitor);
    if (!about) return;
    const { projectId, channelId, externalId, name } = visitor;
    const wanted = { projectId, channelId, externalId, name: about.name ?? name };
    const { id: identityId, profileId } = await ensureIdentity(tx, wanted, actorOf(chat), requestId);
    await write(tx, chat, { identityId, profileId }, about, requestId);
  });
}

const actorOf = ({ id, name }: ChatChannel) =>
  ({ type: 'channel', id: showId('channel', id), name }) as const;

async function write(
  tx: Transaction,
  chat: ChatChannel,
  { identityId, profileId }: { identityId: string; profileId: string },
  { name, mail, phone, state = {} }: About,
  requestId: string,
): Promise<void> {
  const { projectId } = chat;
  const actor = actorOf(chat);
  if (name) await callIdentity(tx, { projectId, id: identityId, name }, actor, requestId);
  const wanted = new Map(Object.entries(state).map(([key, value]) => [key, JSON.stringify(value)]));
  if (mail || phone) {
    const { mail_keys, phone_keys } = await readCustomerFields(tx, projectId);
    if (mail) wanted.set(mail_keys[0] ?? usualKeys.mail, JSON.stringify(mail));
    if (phone) wanted.set(phone_keys[0] ?? usualKeys.phone, JSON.stringify(phone));
  }
  const isNews = (text: string) => {
    const now = losslessMembers(text);
    return [...wanted].some(([key, value]) => now.get(key) !== value);
  };
  // Each page says it again: only what is new takes the lock.
  const [seen] = await holdProfiles(tx, projectId, [profileId], 'look');
  if (!seen || !isNews(seen.state)) return;
  const [held] = await holdProfiles(tx, projectId, [profileId], 'wait');
  if (!held || !isNews(held.state)) return;
  const next = objectOf(new Map([...losslessMembers(held.state), ...wanted]));
  await changeProfile(tx, { projectId, actor, requestId }, profileId, { state: next });
}
