// Routes of ingest keys, and the WHIP endpoint of programs.
import type { IngestKeyId } from '@camarim/contract/features/lives/ingest';
import type { PeerId } from '@camarim/contract/features/lives/media';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { offerOf, sendAnswer } from '../media/signalling.ts';
import { allowKey } from './hold.ts';
import { connectProgram, createKey, endIngest, listKeys, revokeKey } from './keys.ts';
import { declarePerformers, listPerformers } from './performers.ts';
import { canManageKeys, keyIn } from './policy.ts';

export const ingestHandlers = (ctx: Ctx) =>
  handlers({
    'GET /lives/ingest/keys': async ({ viewer }) => ({
      data: await listKeys(ctx, canManageKeys(viewer)),
    }),
    'POST /lives/ingest/keys': async ({ viewer, body }) => ({
      data: await createKey(ctx, canManageKeys(viewer), body.label),
    }),
    'DELETE /lives/ingest/keys/{id}': async ({ viewer, params }) => {
      await revokeKey(ctx, canManageKeys(viewer), params.id as IngestKeyId);
      return { data: null };
    },
    'DELETE /lives/ingest/keys/{id}/hold': async ({ viewer, params }) => {
      await allowKey(ctx, canManageKeys(viewer), params.id as IngestKeyId);
      return { data: null };
    },
    'GET /lives/ingest/performers': async ({ viewer }) => ({
      data: await listPerformers(ctx, canManageKeys(viewer)),
    }),
    'PUT /lives/ingest/performers': async ({ viewer, body }) => ({
      data: await declarePerformers(ctx, canManageKeys(viewer), body.performerIds),
    }),
    'POST /lives/ingest/whip': async ({ http }) => {
      const key = await keyIn(ctx, http.request.headers.authorization);
      const connection = await connectProgram(ctx, key, offerOf(http.request));
      sendAnswer(ctx, http.reply, '/api/lives/ingest/whip', connection);
      return { data: null };
    },
    'DELETE /lives/ingest/whip/{peer}': async ({ params, http }) => {
      const key = await keyIn(ctx, http.request.headers.authorization);
      await endIngest(ctx, key, params.peer as PeerId);
      return { data: null };
    },
  });
