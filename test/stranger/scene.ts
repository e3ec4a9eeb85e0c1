import type { Client, TestProject } from '../harness/client.ts';

/** A project of the sandbox with one of everything that the project API reads, as its owner would prepare it. */
export interface ProjectScene {
  project: TestProject;
  /** A key of another project. */
  foreignKey: string;
  /** The program's arguments: the project, its key, and slugs in the order that the program expects. */
  words: string[];
}

export async function makeProjectScene(owner: Client): Promise<ProjectScene> {
  const project = await owner.makeProject();
  const { key: foreignKey } = await owner.makeProject();
  const channel = await owner.makeChannel(project.id);
  await owner.makeIdentity(project.id, channel.id);
  const put = (path: string, body: object) => owner.make('PUT', `/projects/${project.id}${path}`, body);
  await put('/operations/order', {
    name: 'Order',
    environments: ['sandbox'],
    input_schema: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
    mock: { result: { order: 'TEST-1' } },
  });
  await put('/operations/sale', {
    name: 'Sale',
    kind: 'payment',
    environments: ['sandbox'],
    request: {
      amount: { value: '1.00', currency: 'RUB' },
      description: 'Club',
      product: 'club',
      access: 'forever',
    },
  });
  const definition = {
    triggers: [],
    steps: [
      { id: 'tag', type: 'tag', add: ['seen'] },
      { id: 'done', type: 'end' },
    ],
  };
  await put('/workflows/greet', { name: 'Greet', definition });
  await owner.make('POST', `/projects/${project.id}/workflows/greet/publish`);
  await put('/workflows/draft', { name: 'Draft', definition });
  await put('/scenario/draft', {
    definition: {
      triggers: [{ type: 'command', command: '/start' }],
      steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
    },
  });
  await owner.make('POST', `/projects/${project.id}/scenario/publish`);
  await put('/tables/stock', { name: 'Stock', columns: [{ name: 'sku', type: 'text', required: true }] });
  return {
    project,
    foreignKey,
    words: [project.id, project.key, 'order', 'sale', 'greet', 'draft', 'stock'],
  };
}
