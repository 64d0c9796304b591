// Routes of HLS and of recordings.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { canWatch, ownOpenLive } from '../policy.ts';
import { canAgree, canListRecordings, ownRecording } from './policy.ts';
import { setAgreement, setRecording } from './control-recording.ts';
import { clipRecording, cutRecording, deleteRecording, viewRecordings } from './recordings.ts';
import { watchByHls } from './watch-by-hls.ts';

export const outputsHandlers = (ctx: Ctx) =>
  handlers({
    'POST /lives/{id}/hls': async ({ viewer, params, context }) => ({
      data: await watchByHls(ctx, await canWatch(ctx, params.id, viewer, context)),
    }),
    'PUT /lives/{id}/recording': async ({ viewer, params, body }) => {
      const live = await ownOpenLive(ctx, params.id, viewer);
      return { data: { recording: await setRecording(ctx, live, body.on) } };
    },
    'PUT /lives/{id}/recording/agreement': async ({ viewer, params, body, context }) => {
      const live = await canAgree(ctx, params.id, viewer, context);
      return { data: { recording: await setAgreement(ctx, live, body.agreed) } };
    },
    'GET /lives/recordings': async ({ viewer, query }) => ({
      ...(await viewRecordings(ctx, canListRecordings(viewer), query)),
      ...query,
    }),
    'POST /lives/recordings/{id}/cuts': async ({ viewer, params, body, context }) => {
      const recording = await ownRecording(ctx, params.id, viewer);
      return { data: await cutRecording(ctx, recording, body, context.idempotencyKey) };
    },
    'POST /lives/recordings/{id}/clips': async ({ viewer, params, body, context }) => {
      const recording = await ownRecording(ctx, params.id, viewer);
      return { data: await clipRecording(ctx, recording, body, context.idempotencyKey) };
    },
    'DELETE /lives/recordings/{id}': async ({ viewer, params }) => {
      await deleteRecording(ctx, await ownRecording(ctx, params.id, viewer));
      return { data: null };
    },
  });
