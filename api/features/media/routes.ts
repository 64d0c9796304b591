// Upload grants on the wire: /auth/*-upload of the specification.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import {
  abortMultiUpload,
  beginMultiUpload,
  completeMultiUpload,
  resumeMultiUpload,
} from './multi-upload.ts';
import { grantUpload } from './uploads.ts';

export const uploadHandlers = (ctx: Ctx) =>
  handlers({
    'GET /auth/private-upload/{type}': async ({ params, query, viewer }) => ({
      data: await grantUpload(ctx, viewer.profileId, {
        ...query,
        kinds: [params.type === 'zip' ? 'archive' : params.type],
        by: 'producer',
      }),
    }),
    'GET /auth/public-upload/{type}': async ({ query, viewer }) => ({
      data: await grantUpload(ctx, viewer.profileId, { ...query, kinds: ['image'] }),
    }),
    'GET /auth/multi-upload/{encodedName}/{partCount}': async ({ params, query, viewer }) => ({
      data: await beginMultiUpload(ctx, viewer.profileId, {
        ...query,
        partCount: params.partCount,
      }),
    }),
    'GET /auth/multi-upload': async ({ query, viewer }) => ({
      data: await resumeMultiUpload(ctx, viewer.profileId, query),
    }),
    'POST /auth/multi-upload': async ({ body, viewer }) => ({
      data: await completeMultiUpload(ctx, viewer.profileId, body),
    }),
    'DELETE /auth/multi-upload': async ({ query, viewer }) => {
      await abortMultiUpload(ctx, viewer.profileId, query);
      return { data: null };
    },
  });
