// Routes of /overlays.
import type { OverlayLinkId } from '@camarim/contract/features/overlays/links';
import { handlers } from '../../platform/http/mount.ts';
import type { OutgoingClient } from '../../platform/outgoing/post.ts';
import type { Ctx } from '../../context.ts';
import { recordTestEvent } from '../lives/index.ts';
import { createLink, listLinks, revokeLink } from './links/links.ts';
import { canConnect } from './policy.ts';
import {
  disconnectToy,
  pairToy,
  receiveReport,
  setRules,
  stopToy,
  testToy,
  viewToy,
} from './toys/toys.ts';
import {
  deleteWebhook,
  rotateSecret,
  setWebhook,
  viewDeliveries,
  viewWebhook,
} from './webhook/settings.ts';

export const overlaysHandlers = (ctx: Ctx, outgoing: OutgoingClient) =>
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
    'GET /overlays/toy': async ({ viewer }) => ({ data: await viewToy(ctx, canConnect(viewer)) }),
    'POST /overlays/toy/pairing': async ({ viewer }) => ({
      data: await pairToy(ctx, canConnect(viewer)),
    }),
    'PUT /overlays/toy/rules': async ({ viewer, body }) => ({
      data: await setRules(ctx, canConnect(viewer), body),
    }),
    'POST /overlays/toy/test': async ({ viewer, body }) => ({
      data: await testToy(ctx, canConnect(viewer), body),
    }),
    'POST /overlays/toy/stop': async ({ viewer }) => ({
      data: await stopToy(ctx, canConnect(viewer)),
    }),
    'DELETE /overlays/toy': async ({ viewer }) => {
      await disconnectToy(ctx, canConnect(viewer).producerId);
      return { data: null };
    },
    'POST /overlays/toy/callback': async ({ body }) => {
      await receiveReport(ctx, body);
      return { data: null };
    },
    'POST /overlays/test': async ({ viewer }) => {
      await recordTestEvent(ctx, canConnect(viewer).producerId);
      return { data: null };
    },
  });
