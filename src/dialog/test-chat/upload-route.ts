import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { uploadOf, uploadRoute } from '../files/requests.ts';
import { uploadedFile } from '../files/shapes.ts';
import { storeUpload, type UploadParts } from '../files/upload.ts';
import { ownerActor } from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { sendJson } from '../http/send-json.ts';
import { conversationOf, conversationPath, type TestParts } from './owner-routes.ts';

/** A file of the customer of a conversation: as in every channel it is uploaded first, and then said with a message. */
export const uploadToTestConversation = endpoint(
  {
    ...uploadRoute,
    operationId: 'uploadToTestConversation',
    tags: ['Scenario'],
    summary: 'Upload a file for a conversation with the draft',
    description: 'As its customer, who says it with a message afterwards. The body is the file as it is.',
    params: conversationPath,
    querystring: z.object({ name: text({ max: 1000 }).optional().describe('The name of the file.') }),
    answers: {
      201: uploadedFile.describe('The file is stored; one message of the conversation may bring it.'),
    },
    errors: ['test_conversation_not_found', 'file_quota', 'disk_full', 'files_unavailable'],
  },
  async (request, reply, parts: TestParts & UploadParts) => {
    const { projectId, params, query } = request;
    const { identityId, conversation } = await conversationOf(parts, projectId, params.identity_id);
    const done = await storeUpload(parts, {
      ...uploadOf({
        ...{ raw: request.raw, body: request.body, id: request.id },
        query: { name: query.name, environment: 'sandbox' },
      }),
      projectId,
      actor: ownerActor(request),
      customer: { channelId: conversation.channel.id, id: identityId, ensure: async () => identityId },
    });
    if (done.verdict !== 'stored') {
      const detail = `This project has no conversation with ${showId('identity', identityId)}.`;
      throw new Problem(404, 'test_conversation_not_found', detail);
    }
    return sendJson(reply.code(201), done.answer);
  },
);
