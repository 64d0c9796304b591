// Routes of verifications: of age, of producers and of performers, for applicants, performers and
// administrators.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Routes } from '@camarim/contract';
import type { PerformerId } from '@camarim/contract/ids';
import { DOCUMENT_CONTENT_TYPES, DOCUMENT_MAX_BYTES } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { RequestContext, Viewer } from '../../platform/http/viewer.ts';
import { grantUpload } from '../media/index.ts';
import { viewOwnProfile } from '../profiles/index.ts';
import { decideAge, requestVerification, viewAgeQueue, viewOwnAge } from './age/age.ts';
import { changeSettings, viewSettings } from './age/settings.ts';
import { answerRequest, grantMore } from './performers/answer.ts';
import { requestLinks } from './performers/lost-link.ts';
import { signedConsents } from './performers/consent-ledger.ts';
import { signOwnConsents, viewConsentRequest, viewOwnMedia } from './performers/own-page.ts';
import {
  addPerformer,
  presentPerformer,
  removePerformer,
  resendRequest,
} from './performers/register.ts';
import { decideOnPerformer, signConsentsFor, viewPerformerQueue } from './performers/review.ts';
import { performerById, performersOf } from './performers/store.ts';
import { declarePerformersInPosts, viewUndeclared } from './performers/undeclared.ts';
import type { PostVisibility } from './performers/visibility.ts';
import { withdrawConsent } from './performers/withdraw.ts';
import { canApply, canManagePerformer, canManagePerformers, canReview } from './policy.ts';
import { decideOnProducer } from './producer/decide-request.ts';
import { checkPerson } from './producer/check-person.ts';
import { submitRequest } from './producer/submit-request.ts';
import {
  viewByToken,
  viewOwnRequest,
  viewProducer,
  viewProducerQueue,
} from './producer/view-requests.ts';
import { withdrawRequest } from './producer/withdraw-request.ts';
import { viewQueues } from './view.ts';

const queueHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/verifications': async ({ viewer }) => ({
      data: await viewQueues(ctx, canReview(viewer)),
    }),
  });

const ageHandlers = (ctx: Ctx) =>
  handlers({
    'GET /publics/age': async ({ http }) => {
      const { offers, ...state } = await ctx.age.viewOf(http.request);
      return { data: { ...state, offers: [...offers] } };
    },
    'POST /publics/age': async ({ body, viewer, http }) => {
      const { step, expiresAt } = await ctx.age.begin(http, viewer?.profileId ?? null, body);
      return {
        data: {
          step: step.kind === 'wallet' ? { ...step, links: [...step.links] } : step,
          expiresAt: expiresAt.toISOString(),
        },
      };
    },
    'POST /publics/age/answer': async ({ body, http }) => {
      const { outcome, expiresAt } = await ctx.age.finish(http, body.answer);
      return { data: { outcome, expiresAt: expiresAt?.toISOString() ?? null } };
    },
    'GET /profiles/age': async ({ viewer }) => ({
      data: await viewOwnAge(ctx, viewer.profileId),
    }),
    'POST /profiles/age': async ({ body, viewer, http }) => {
      if (!(await ctx.age.viewOf(http.request)).contestable)
        throw new AppError('age.notContestable');
      await requestVerification(ctx, canApply(viewer), body);
      return { data: await viewOwnAge(ctx, viewer.profileId) };
    },
    'GET /dsb/age': async ({ query, viewer }) => ({
      data: await viewAgeQueue(ctx, canReview(viewer), query),
      ...query,
    }),
    'POST /dsb/age/{id}': async ({ params, body, viewer }) => ({
      data: {
        stage: await decideAge(ctx, canReview(viewer), { id: params.id, ...body }),
      },
    }),
    'GET /dsb/age-settings': async ({ query }) => ({
      data: await viewSettings(ctx, query.limit),
    }),
    'PUT /dsb/age-settings': async ({ body, viewer }) => ({
      data: { version: await changeSettings(ctx, canReview(viewer), body) },
    }),
  });

const documentsHandlers = (ctx: Ctx) =>
  handlers({
    // Private storage, despite the specification's name.
    'GET /auth/doc-public-upload/any': async ({ query, viewer }) => {
      if (!(DOCUMENT_CONTENT_TYPES as readonly string[]).includes(query.contentType))
        throw new AppError('upload.typeNotAllowed');
      return {
        data: await grantUpload(ctx, viewer.profileId, {
          ...query,
          kinds: ['image'],
          maxBytes: DOCUMENT_MAX_BYTES,
        }),
      };
    },
  });

const producerHandlers = (ctx: Ctx, appealTookEffect: Services['appealTookEffect']) => {
  const submit = async ({
    body,
    viewer,
    context: { address },
  }: {
    body: BodyOf<Routes['POST /profiles/became-producer']>;
    viewer: Viewer;
    context: Pick<RequestContext, 'address'>;
  }) => {
    const { domainName } = await viewOwnProfile(ctx, viewer.profileId);
    await submitRequest(ctx, canApply(viewer), domainName, body, address);
    return { data: await viewOwnRequest(ctx, viewer.profileId) };
  };
  return handlers({
    'POST /profiles/became-producer': submit,
    'POST /auth/became-producer': submit,
    'POST /profiles/became-producer/check': async ({ body, viewer, context }) => {
      await checkPerson(ctx, canApply(viewer), body, context.address);
      return { data: null };
    },
    'DELETE /profiles/became-producer': async ({ viewer }) => {
      await withdrawRequest(ctx, canApply(viewer));
      return { data: await viewOwnRequest(ctx, viewer.profileId) };
    },
    'GET /profiles/producer': async ({ viewer }) => ({
      data: await viewOwnRequest(ctx, viewer.profileId),
    }),
    'GET /profiles/get-approve/{approveToken}': async ({ params, viewer }) => ({
      data: await viewByToken(ctx, canReview(viewer), params.approveToken),
    }),
    'POST /profiles/approve-producer': async ({ body, viewer }) => ({
      data: await decideOnProducer(ctx, appealTookEffect, canReview(viewer), body),
    }),
    'GET /dsb/producer': async ({ query, viewer }) => ({
      ...(await viewProducerQueue(ctx, canReview(viewer), query)),
      limit: query.limit,
    }),
    'GET /dsb/producer/{producerId}': async ({ params, viewer }) => ({
      data: await viewProducer(ctx, canReview(viewer), params.producerId),
    }),
  });
};

/** What is withheld in posts closes in messages, too. */
const withMessages = (
  posts: PostVisibility,
  announce: Services['announcePerformer'],
): PostVisibility => ({
  sync: async (tx, id) => {
    const hidden = await posts.sync(tx, id);
    await announce(tx, id);
    return hidden;
  },
});

const VERIFIER = join(import.meta.dirname, '../../../tools/verify-consents.mjs');

const sendConsents = (reply: FastifyReply, file: string): void =>
  void reply
    .type('application/x-ndjson')
    .header('content-disposition', 'attachment; filename="camarim-consents.ndjson"')
    .send(file);

/** What people do by the link of their email, and the files of what they signed. */
const consentsHandlers = (ctx: Ctx, postVisibility: PostVisibility) =>
  handlers({
    'POST /publics/performers/link': async ({ body, context }) => {
      await ctx.captcha.spend(body.recapcha, {
        action: 'consent-link',
        address: context.address,
      });
      await requestLinks(ctx, { email: body.email, locale: context.locale });
      return { data: null };
    },
    'POST /publics/performers/view': async ({ body }) => ({
      data: await viewConsentRequest(ctx, body.token),
    }),
    'POST /publics/performers/answer': async ({ body, context }) => ({
      data: await answerRequest(ctx, postVisibility, body, context.address),
    }),
    'POST /publics/performers/medias': async ({ body }) => ({
      data: await viewOwnMedia(ctx, body),
    }),
    'POST /publics/performers/consents': async ({ body }) => ({
      data: { file: await signOwnConsents(ctx, body.token) },
    }),
    'GET /publics/performers/verifier': async ({ http }) => {
      void http.reply
        .type('text/javascript; charset=utf-8')
        .header('content-disposition', 'attachment; filename="verify-consents.mjs"')
        .send(createReadStream(VERIFIER));
      return { data: null };
    },
    'GET /performers/consents': async ({ viewer, http }) => {
      const { producerId } = canManagePerformers(viewer);
      sendConsents(http.reply, await signedConsents(ctx, { producerId }));
      return { data: null };
    },
    'GET /dsb/performers/{id}/consents': async ({ viewer, params, http }) => {
      sendConsents(http.reply, await signConsentsFor(ctx, canReview(viewer), params.id));
      return { data: null };
    },
    'POST /publics/performers/grant': async ({ body, context }) => {
      await grantMore(ctx, body, context.address);
      return { data: await viewConsentRequest(ctx, body.token) };
    },
    'POST /publics/performers/withdraw': async ({ body, context }) => ({
      data: await withdrawConsent(ctx, postVisibility, body, context.address),
    }),
  });

const performersHandlers = (ctx: Ctx, postVisibility: PostVisibility) => {
  const shown = async (id: PerformerId) => {
    const row = await performerById(ctx.db, id);
    if (!row) throw new AppError('performer.notFound');
    return presentPerformer(row);
  };
  return handlers({
    'GET /performers': async ({ viewer }) => ({
      data: (await performersOf(ctx.db, viewer.profileId)).map(presentPerformer),
    }),
    'POST /performers': async ({ body, viewer }) => ({
      data: await shown(await addPerformer(ctx, canManagePerformers(viewer), body)),
    }),
    'POST /performers/{id}/ask': async ({ params, viewer }) => {
      await resendRequest(ctx, await canManagePerformer(ctx, params.id, viewer));
      return { data: await shown(params.id) };
    },
    'DELETE /performers/{id}': async ({ params, viewer }) => {
      await removePerformer(ctx, await canManagePerformer(ctx, params.id, viewer));
      return { data: null };
    },
    'GET /performers/undeclared': async ({ query, viewer }) => ({
      data: await viewUndeclared(ctx, canManagePerformers(viewer), query),
      ...query,
    }),
    'POST /performers/declare': async ({ body, viewer }) => ({
      data: { declared: await declarePerformersInPosts(ctx, canManagePerformers(viewer), body) },
    }),
    'GET /dsb/performers': async ({ query, viewer }) => ({
      data: await viewPerformerQueue(ctx, canReview(viewer), query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/performers/{id}': async ({ params, body, viewer }) => ({
      data: await decideOnPerformer(ctx, postVisibility, canReview(viewer), params.id, body),
    }),
  });
};

export const verificationsHandlers = (
  ctx: Ctx,
  {
    postVisibility,
    announcePerformer,
    appealTookEffect,
  }: Pick<Services, 'postVisibility' | 'announcePerformer' | 'appealTookEffect'>,
) => ({
  ...queueHandlers(ctx),
  ...ageHandlers(ctx),
  ...documentsHandlers(ctx),
  ...producerHandlers(ctx, appealTookEffect),
  ...performersHandlers(ctx, withMessages(postVisibility, announcePerformer)),
  ...consentsHandlers(ctx, withMessages(postVisibility, announcePerformer)),
});
