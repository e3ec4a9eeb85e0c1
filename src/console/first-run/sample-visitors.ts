import { ApiProblem } from '../api/problem.ts';
import { t } from '../text/text.ts';

/** A visitor of the sample's chat: what they write one after the other, and whether they ask for a person at the end. */
interface SampleVisitor {
  words: readonly string[];
  wantsPerson?: true;
}

/** The first words are a greeting that the example knows, and the topic is one of its answers. */
const visitors = (): readonly SampleVisitor[] => [
  { words: [t('sample.hello'), t('sample.topic')] },
  { words: [t('sample.hello'), t('sample.parcel')], wantsPerson: true },
  { words: [t('sample.gift')], wantsPerson: true },
];

/** Sends what a visitor's chat sends. @throws ApiProblem */
async function post(path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`/api/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiProblem(answer.status, said);
  return said;
}

async function visit(chatId: string, { words, wantsPerson }: SampleVisitor): Promise<void> {
  const { token } = await post(`${chatId}/sessions`, {});
  // What one visitor says is handled in this order, so nobody has to wait for the bot between.
  for (const text of words)
    await post(`${chatId}/messages`, { text, message_id: crypto.randomUUID() }, String(token));
  if (wantsPerson) await post(`${chatId}/operator`, {}, String(token));
}

/**
 * Lets visitors write to the sample's chat, as real ones do: the bot answers one, and two wait for a person.
 * @throws ApiProblem
 */
export async function bringVisitors(chatId: string): Promise<void> {
  await Promise.all(visitors().map((each) => visit(chatId, each)));
}
