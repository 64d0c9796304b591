// Routes of /exports, and the download of an archive.
import { isUuid } from '@camarim/contract/ids';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { accessToken } from '../../platform/http/guard.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Authenticate } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { requireRecentStrongAuth } from '../auth/index.ts';
import { exportAddress, isValidAddress } from './addresses.ts';
import { requestExport, keyOf, readyExport, viewExport } from './exports.ts';

export const exportsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /exports': async ({ viewer }) => ({ data: await viewExport(ctx, viewer.profileId) }),
    'POST /exports': async ({ viewer }) => {
      await requireRecentStrongAuth(ctx, viewer);
      return { data: await requestExport(ctx, viewer.profileId) };
    },
    'GET /exports/{id}/address': async ({ viewer, params }) => {
      if (!(await readyExport(ctx, params.id, viewer.profileId)))
        throw new AppError('export.notFound');
      await requireRecentStrongAuth(ctx, viewer);
      return { data: { url: await exportAddress(ctx, params.id, viewer.sessionId) } };
    },
  });

type DownloadRequest = { Params: { id: string }; Querystring: { e?: string; s?: string } };

/**
 * GET /files/exports/{id}. Another session, and an invalid or expired address, get the same
 * refusal.
 */
export const registerExportServing = (
  app: FastifyInstance,
  ctx: Ctx,
  authenticate: Authenticate,
): void => {
  app.get<DownloadRequest>(
    '/files/exports/:id',
    { schema: { hide: true } as never },
    async (request, reply) => {
      const {
        params: { id },
        query,
      } = request;
      reply.header('cache-control', 'no-store');
      const token = accessToken(request);
      const viewer = token ? await authenticate(token) : null;
      if (
        !viewer ||
        !isUuid(id) ||
        !(await isValidAddress(ctx, id, viewer.sessionId, Number(query.e), query.s ?? ''))
      )
        throw new AppError('auth.forbidden');
      const row = await readyExport(ctx, id, viewer.profileId);
      const blob = row && (await ctx.blobs.get('private', keyOf(row)));
      if (!blob) throw new AppError('export.notFound');
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="camarim.zip"')
        .header('content-length', blob.bytes)
        .send(blob.stream);
    },
  );
};
