import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { named, namedBody } from '../http/shapes.ts';
import { refillLater } from '../profiles/refill.ts';
import { customerFieldsBody } from '../project-settings/customer-fields.ts';
import { changeProjectSettings, readCustomerFields } from '../project-settings/settings.ts';

/** Which keys of a customer's state are names, phone numbers, addresses, and filters of lists. */

const example = {
  name_keys: ['name'],
  phone_keys: ['phone'],
  mail_keys: ['email'],
  filter_keys: ['city'],
  country_code: '49',
  trunk_prefix: '0',
};

const shape = named(
  'CustomerFields',
  z.object({
    name_keys: z.array(z.string()),
    phone_keys: z.array(z.string()),
    mail_keys: z.array(z.string()),
    filter_keys: z.array(z.string()),
    country_code: z.string(),
    trunk_prefix: z.string(),
  }),
  example,
);

interface FieldParts {
  database: Database;
}

export const readCustomerKeys = endpoint(
  {
    operationId: 'readCustomerFields',
    tags: ['Customers'],
    summary: "Read what the keys of a customer's state mean",
    params: projectPath,
    answers: { 200: shape.describe('The keys.') },
  },
  async ({ projectId }, _reply, { database }: FieldParts) => readCustomerFields(database, projectId),
);

export const replaceCustomerKeys = endpoint(
  {
    operationId: 'replaceCustomerFields',
    tags: ['Customers'],
    summary: "Say what the keys of a customer's state mean",
    description:
      'Replaces all of it. Customers are found by it as soon as a worker has gone over those who are there; readiness tells ' +
      'how far that is.',
    params: projectPath,
    body: namedBody('CustomerFieldsChange', customerFieldsBody, example),
    answers: { 200: shape.describe('The keys as they are now.') },
  },
  async (request, _reply, { database }: FieldParts) => {
    const { projectId, body } = request;
    await database.transaction(async (tx) => {
      await changeProjectSettings(tx, projectId, { customers: body });
      await refillLater(tx, projectId);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'settings.updated',
        subject: { type: 'project', id: showId('project', projectId) },
        requestId: request.id,
        data: { customers: body },
      });
    });
    return body;
  },
);
