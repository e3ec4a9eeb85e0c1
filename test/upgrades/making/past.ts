import { until } from '../../harness/until.ts';
import type { UpgradeRecord } from '../record.ts';
import type { Installation } from './installation.ts';

/** Work that is finished when the server dies: it must stay unchanged, and some of it can still be undone. */
export type Past = Pick<UpgradeRecord, 'visitor' | 'links' | 'linkCode'> & { pinned: string };

/** Publishes everything, with two versions of the scenario, and finishes some work of each kind. */
export async function makePast(installation: Installation): Promise<Past> {
  const { server, project } = installation;
  await installation.defineAll();
  await installation.makeChannels();
  await installation.publishMethod();
  await installation.publishScenario('v1');
  const { id: pinned } = await installation.customer();
  await installation.event(pinned, 'ask', 'pinned');
  await until(async () => (await installation.query(dialogWaits, ['answer'])).length === 1);
  await installation.publishScenario('v2');

  const { id: sent } = await installation.customer();
  const { mark } = await installation.send(sent, 'an old message');
  await server.outcome(project, mark);
  await installation.ended((await installation.runOperation('order', 'an old order')).mark);
  for (let n = 0; n < 3; n++) {
    await installation.write('/tables/kept/rows', {
      environment: 'live',
      mode: 'append',
      rows: [{ ref: `row-${n}` }],
    });
  }
  await makeCatalog(installation);
  return {
    pinned,
    visitor: await visit(installation),
    links: await linkProfiles(installation),
    linkCode: await makeLinkCode(installation),
  };
}

export const dialogWaits = `SELECT identity_id FROM dialog.dialogs WHERE position #>> '{waiting,kind}' = $1`;

async function visit({ server, channels }: Installation): Promise<UpgradeRecord['visitor']> {
  const base = `/api/chat/${channels.webchat}`;
  const headers = { origin: 'https://shop.example' };
  const { body } = await server.call('POST', `${base}/sessions`, { body: {}, headers });
  const { visitor_id: id, token } = body;
  const authorized = { ...headers, authorization: `Bearer ${token}` };
  await server.call('POST', `${base}/messages`, {
    body: { text: 'hello', message_id: 'm-1' },
    headers: authorized,
  });
  const messages = await until(async () => {
    const { items } = (await server.call('GET', `${base}/messages`, { headers: authorized })).body;
    return items.length === 2 && items;
  });
  return { id, token, messages };
}

async function linkProfiles(installation: Installation): Promise<UpgradeRecord['links']> {
  const ids: string[] = [];
  for (const city of ['Riga', 'Oslo']) {
    const { profile_id: id } = await installation.customer();
    await installation.call('PATCH', `/profiles/${id}`, { body: { state: { city }, tags: [city] } });
    ids.push(id);
  }
  const link = await installation.make('POST', '/profiles/link', { profile_ids: ids });
  const survivor = link.id as string;
  return { id: link.link_id, survivor, absorbed: ids.find((id) => id !== survivor)! };
}

async function makeLinkCode(installation: Installation): Promise<UpgradeRecord['linkCode']> {
  const { profile_id: profileId } = await installation.customer();
  const { code } = await installation.make('POST', '/link-codes', {
    profile_id: profileId,
    ttl_seconds: 86_400,
  });
  return { code, profileId };
}

async function makeCatalog({ server }: Installation): Promise<void> {
  await server.call('POST', '/api/sources/', { body: { name: 'Acme', description: 'parts' } });
  for (let n = 0; n < 12; n++) {
    const body = {
      source_identifier: n % 3 ? 'Acme' : 'Globex',
      pn_raw: `PN-${n}`,
      price: `${n}.50`,
      currency: 'EUR',
    };
    const answer = await server.call('POST', '/api/offers/', { body });
    if (answer.status !== 201) throw new Error(answer.text);
  }
}
