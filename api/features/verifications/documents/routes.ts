// GET /auth/doc-public-upload/any: uploads to private storage, despite the specification's name.
import { DOCUMENT_CONTENT_TYPES, DOCUMENT_MAX_BYTES } from '@camarim/contract/limits';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { grantUpload } from '../../media/index.ts';

export const documentsHandlers = (platform: Platform) =>
  handlers({
    'GET /auth/doc-public-upload/any': async ({ query, viewer }) => {
      if (!(DOCUMENT_CONTENT_TYPES as readonly string[]).includes(query.contentType))
        throw new AppError('upload.typeNotAllowed');
      return {
        data: await grantUpload(platform, viewer.profileId, {
          ...query,
          kinds: ['image'],
          maxBytes: DOCUMENT_MAX_BYTES,
        }),
      };
    },
  });
