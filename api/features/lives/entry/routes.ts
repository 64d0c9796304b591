// Routes of entries to shows: what they cost, entering, leaving, and receipts.
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { loadLive } from '../store.ts';
import { viewLive } from '../view-lives.ts';
import { leaveShow } from './bill-shows.ts';
import { endEntry } from './end-entry.ts';
import { enterShow } from './enter.ts';
import { canEnterShow, ownEntry, ownShow } from './policy.ts';
import { lastReceipt } from './receipts-store.ts';
import { viewTerms } from './terms.ts';
import {
  receiptsCsv,
  viewLastReceipt,
  viewPastLives,
  viewReceipts,
  viewShowReceipts,
} from './view-receipts.ts';

export const entryHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/{id}/entry': async ({ viewer, params, query, context }) => ({
      data: await viewTerms(ctx, await canEnterShow(ctx, params.id, viewer, query.role, context)),
    }),
    'POST /lives/accept/{id}': async ({ viewer, params, body, context }) => {
      const visitor = await canEnterShow(ctx, params.id, viewer, body.role, context);
      const seen = { price: body.price, spyPrice: body.spyPrice ?? null };
      await enterShow(ctx, visitor, seen, context.idempotencyKey);
      const row = await loadLive(ctx.db, params.id, context.requester);
      if (!row) throw new AppError('live.notFound');
      return { data: await viewLive(ctx, row, context) };
    },
    'POST /lives/{id}/leave': async ({ viewer, params }) => {
      const own = await ownEntry(
        ctx,
        params.id,
        viewer,
        async (id, profileId) => (await lastReceipt(ctx.db, id, profileId)) !== null,
      );
      if (own && (await endEntry(ctx, own.entry.id, own.live.producer_id, 'left')))
        await leaveShow(ctx, own.live, own.entry);
      return { data: await viewLastReceipt(ctx, params.id, viewer) };
    },
    'GET /lives/receipts': async ({ viewer, query: { as, liveId, ...page } }) => ({
      data: await viewReceipts(ctx, viewer, { as, liveId }, page),
      ...page,
    }),
    'GET /lives/receipts/export': async ({ viewer, query, http }) => {
      void http.reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="camarim-shows.csv"')
        .send(receiptsCsv(ctx, viewer, query));
      return { data: null };
    },
    'GET /lives/{id}/receipts': async ({ viewer, params, query }) => ({
      data: await viewShowReceipts(ctx, await ownShow(ctx, params.id, viewer), viewer, query),
      ...query,
    }),
    'GET /lives/history': async ({ viewer, query }) => ({
      data: await viewPastLives(ctx, viewer.profileId, query),
      ...query,
    }),
  });
