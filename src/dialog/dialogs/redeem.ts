import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { plainContent } from '../content/content.ts';
import { hashOfCode } from '../profiles/code-text.ts';
import { holdProfiles } from '../profiles/holding.ts';
import { linkProfiles } from '../profiles/linking.ts';
import {
  countWrong,
  type FoundCode,
  findCode,
  hasTriedTooOften,
  profilesOfCodes,
  useCode,
} from '../profiles/redemption.ts';
import { Overtaken } from '../tasks/overtaken.ts';
import type { Binding } from './binding.ts';
import type { DialogTurn } from './turns.ts';

/** Wrong codes that an account may try in an hour. */
const mostWrong = 10;

const sentences = {
  linked: 'Done. This account is linked to your profile now.',
  already_linked: 'This account is linked to your profile already.',
  wrong_code: 'This code is wrong or has expired. Please ask for a new one.',
  too_many_tries: 'Too many codes were wrong. Please try again in an hour.',
} as const;

/**
 * Redeems link codes of customers. The account in which a code is said joins the profile for which the code was made, by the
 * same merge that owners use.
 */
export const linkCodes: Binding = {
  async profilesOf(tx, codes) {
    return profilesOfCodes(
      tx,
      codes.map(({ projectId, code }) => ({ projectId, hash: hashOfCode(code) })),
    );
  },

  async redeem(tx, turn, code) {
    const { dialog } = turn;
    if (await hasTriedTooOften(tx, dialog, mostWrong)) return refuse(turn, 'too_many_tries');
    const { projectId, channelId } = dialog;
    const found = await findCode.first(tx, { projectId, hash: hashOfCode(code), channelId });
    if (found?.profileId === dialog.profile.id) return refuse(turn, 'already_linked');
    if (!found?.isInForce) {
      await countWrong.run(tx, { projectId, identityId: dialog.identityId });
      return refuse(turn, 'wrong_code');
    }
    const { linkId, merge } = await turn.rearrange(() => bind(tx, turn, found));
    turn.say(plainContent(sentences.linked));
    return {
      word: 'linked',
      data: { profile_id: showId('profile', merge.survivor.id), link_id: showId('link', linkId) },
    };
  },
};

function refuse(turn: DialogTurn, reason: Exclude<keyof typeof sentences, 'linked'>) {
  turn.say(plainContent(sentences[reason]));
  return { word: 'link_refused', data: { reason } };
}

async function bind(tx: Transaction, { dialog, task }: DialogTurn, code: FoundCode) {
  const { projectId, identityId } = dialog;
  const wanted = [dialog.profile.id, code.profileId];
  const held = await holdProfiles(tx, projectId, wanted, 'unless_held');
  // The profile of the code was merged into another one, which this transaction does not hold.
  if (held.length < wanted.length) throw new Overtaken();
  await useCode.run(tx, { projectId, id: code.id, usedBy: identityId });
  const actor = {
    type: 'channel' as const,
    id: showId('channel', dialog.channelId),
    name: code.channelName,
  };
  return linkProfiles(tx, held, { projectId, actor, requestId: task.requestId, codeId: code.id });
}
