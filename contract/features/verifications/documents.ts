// /auth/doc-public-upload: where pictures of identity documents are uploaded to.
import { z } from 'zod';
import { route } from '../../route.ts';
import { uploadCredentials } from '../media/uploads.ts';

export const documentsRoutes = {
  'GET /auth/doc-public-upload/any': route({
    creates: true,
    id: 'auth.documentUpload',
    summary:
      'Credentials to upload one picture of a document; whatever the name says, it goes to private storage',
    auth: 'member',
    query: z.object({
      contentType: z.string().min(1).max(100),
      size: z.coerce.number().int().min(1).optional(),
    }),
    reply: uploadCredentials,
    errors: ['upload.typeNotAllowed', 'upload.tooLarge'],
    perMinute: 30,
  }),
};
