// Routes of /lives.
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { endOwnLive } from './end-live.ts';
import { setPause } from './pause.ts';
import { canEnter, canStartLive, ownLive, ownOpenParty, visibleOpenLive } from './policy.ts';
import { readFace, storeFace } from './review/face-picture.ts';
import { startLive } from './start-live.ts';
import { listActive, loadLive, onlineTimeOf } from './store.ts';
import { viewLive, viewLives, viewWatchers } from './view-lives.ts';

export const livesHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/active': async ({ query, context }) => ({
      data: await viewLives(ctx, await listActive(ctx.db, context.requester, query), context),
      ...query,
    }),
    'GET /lives/get-online-time': async ({ viewer }) => ({
      data: await onlineTimeOf(ctx.db, viewer.profileId, ctx.clock.now()),
    }),
    'GET /lives/{id}/online-users': async ({ viewer, params, query, context }) => {
      const { live } = await canEnter(ctx, params.id, viewer, context);
      return { ...(await viewWatchers(ctx, live, context.requester, query)), ...query };
    },
    'GET /lives/{username}': async ({ params, context }) => {
      const row = await visibleOpenLive(ctx, params.username, context.requester);
      return { data: row && (await viewLive(ctx, row, context)) };
    },
    'GET /publics/lives/{username}': async ({ params, context }) => {
      const row = await visibleOpenLive(ctx, params.username, context.requester);
      return { data: row?.type === 2 ? await viewLive(ctx, row, context) : null };
    },
    'GET /lives/get-start-terms': async () => ({
      data: { faceCheck: ctx.config.LIVE_FACE_CHECK },
    }),
    'POST /lives': async ({ viewer, body, context }) => {
      const owner = canStartLive(viewer);
      const { facePicture: _, ...request } = body;
      const face = await readFace(ctx, owner, body);
      const stored = face && (await storeFace(ctx, face));
      const id = await startLive(ctx, owner, request, context.idempotencyKey, stored);
      const row = await loadLive(ctx.db, id, context.requester);
      if (!row) throw new AppError('live.notFound');
      return { data: await viewLive(ctx, row, context) };
    },
    'PUT /lives/{id}/pause': async ({ viewer, params, body, context }) => {
      await setPause(ctx, await ownOpenParty(ctx, params.id, viewer), body.on);
      const row = await loadLive(ctx.db, params.id, context.requester);
      if (!row) throw new AppError('live.notFound');
      return { data: await viewLive(ctx, row, context) };
    },
    'DELETE /lives/{id}': async ({ viewer, params }) => {
      await endOwnLive(ctx, await ownLive(ctx, params.id, viewer));
      return { data: null };
    },
  });
