// Routes of /overlays.
import type { OverlayLinkId } from '@camarim/contract/features/overlays/links';
import { handlers } from '../../platform/http/mount.ts';
import type { Outgoing } from '../../platform/outgoing/post.ts';
import type { Ctx } from '../../context.ts';
import { recordTestEvent } from '../lives/index.ts';
import { createLink, listLinks, revokeLink } from './links/links.ts';
import { canConnect } from './policy.ts';
import {
  deleteWebhook,
  rotateSecret,
  setWebhook,
  viewDeliveries,
  viewWebhook,
} from './webhook/settings.ts';

export const overlaysHandlers = (ctx: Ctx, outgoing: Outgoing) =>
  handlers({
    'GET /overlays/webhook': async ({ viewer }) => ({
      data: await viewWebhook(ctx, canConnect(viewer)),
    }),
    'PUT /overlays/webhook': async ({ viewer, body }) => ({
      data: await setWebhook(ctx, outgoing, canConnect(viewer), body.url),
    }),
    'DELETE /overlays/webhook': async ({ viewer }) => {
      await deleteWebhook(ctx, canConnect(viewer));
      return { data: null };
    },
    'POST /overlays/webhook/secret': async ({ viewer }) => ({
      data: await rotateSecret(ctx, canConnect(viewer)),
    }),
    'GET /overlays/webhook/deliveries': async ({ viewer }) => ({
      data: await viewDeliveries(ctx, canConnect(viewer)),
    }),
    'GET /overlays/links': async ({ viewer }) => ({
      data: await listLinks(ctx, canConnect(viewer)),
    }),
    'POST /overlays/links': async ({ viewer, body }) => ({
      data: await createLink(ctx, canConnect(viewer), body.label),
    }),
    'DELETE /overlays/links/{id}': async ({ viewer, params }) => {
      await revokeLink(ctx, canConnect(viewer), params.id as OverlayLinkId);
      return { data: null };
    },
    'POST /overlays/test': async ({ viewer }) => {
      await recordTestEvent(ctx, canConnect(viewer).producerId);
      return { data: null };
    },
  });
