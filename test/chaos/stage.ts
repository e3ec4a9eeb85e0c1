import type { Client, TestProject } from '../harness/client.ts';
import { operation, scenario, slugs, workflow } from './definitions.ts';
import type { Party } from './writes.ts';

export interface StageOptions {
  /** The address of the receiver of messages. */
  receiverUrl: string;
  signingSecret: string;
  /** The address of the target of operations. */
  targetUrl: string;
  targetSecret: string;
  /** Customers that clients write messages to; every sixth is on the sandbox channel. */
  customers: number;
  /** Customers with dialogs, and clients each for jobs and for runs. */
  others: number;
}

/** Makes a project with channels, customers, an operation, a scenario and a workflow. */
export async function makeStage(
  owner: Client,
  options: StageOptions,
): Promise<{ project: TestProject; parties: Party[] }> {
  const project = await owner.makeProject();
  const base = `/projects/${project.id}`;
  const live = await owner.makeChannel(project.id, options.receiverUrl, {
    signing_secret: options.signingSecret,
  });
  const sandbox = await owner.makeChannel(project.id);
  await owner.make('PUT', `${base}/connections/${slugs.connection}`, {
    name: 'Shop',
    kind: 'http',
    settings: {
      base_url: options.targetUrl,
      auth: { type: 'hmac', secret: options.targetSecret },
      idempotency_header: 'Idempotency-Key',
    },
  });
  await owner.make('PUT', `${base}/operations/${slugs.operation}`, operation);
  await owner.make('PUT', `${base}/tables/${slugs.table}`, { name: 'Kept' });
  await owner.make('PUT', `${base}/scenario/draft`, { definition: scenario });
  await owner.make('POST', `${base}/scenario/publish`);
  const automation = `${base}/workflows/${slugs.workflow}`;
  await owner.make('PUT', automation, { name: 'Record', environment: 'live', definition: workflow });
  await owner.make('POST', `${automation}/publish`);

  const parties: Party[] = [];
  const customer = async (
    kind: Party['kind'],
    name: string,
    { environment = 'live', patience = 1 }: Partial<Party>,
  ) => {
    const channel = environment === 'live' ? live : sandbox;
    const { id } = await owner.makeIdentity(project.id, channel.id, name);
    parties.push({ kind, name, environment, identityId: id, patience });
  };
  for (let i = 0; i < options.customers; i++) {
    await customer('message', `customer-${i}`, { environment: i % 6 === 5 ? 'sandbox' : 'live' });
  }
  for (let i = 0; i < options.others; i++) {
    // Some usually interrupt the order of the event before; some pause long enough to see its outcome.
    await customer('event', `dialog-${i}`, { patience: i % 2 === 0 ? 2 : 10 });
    for (const kind of ['job', 'run'] as const) {
      parties.push({ kind, name: `${kind}s-${i}`, environment: 'live', identityId: null, patience: 1 });
    }
  }
  return { project, parties };
}
