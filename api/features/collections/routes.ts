// Routes of /collections.
import type { CollectionId } from '@camarim/contract/features/collections';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import type { Reader } from '../posts/index.ts';
import { createCollection, deleteCollection, editCollection } from './edit-collection.ts';
import {
  canCreateCollection,
  collectionForPurchase,
  ownCollection,
  visibleCollection,
  visibleProducer,
} from './policy.ts';
import { purchaseCollection } from './purchase-collection.ts';
import { type CollectionRow, collectionsBoughtBy, collectionsOf } from './store.ts';
import {
  type CollectionView,
  viewCollections,
  viewOffers,
  viewPostsOf,
} from './view-collections.ts';

const viewOne = async (ctx: Ctx, row: CollectionRow, reader: Reader): Promise<CollectionView> => {
  const [view] = await viewCollections(ctx, [row], reader);
  if (!view) throw new AppError('collection.notFound');
  return view;
};

const readHandlers = (ctx: Ctx) =>
  handlers({
    'GET /collections': async ({ query: { profileId, limit, offset }, context }) => {
      const id: ProfileId | null = profileId ?? context.requester.profileId;
      if (!id) throw new AppError('profile.notFound');
      const { producerId } = await visibleProducer(ctx, id, context.requester);
      const page = { limit, offset, now: ctx.clock.now() };
      const rows = await collectionsOf(ctx.db, producerId, context.requester, page);
      return { data: await viewCollections(ctx, rows, context), limit, offset };
    },
    'GET /collections/purchased': async ({ query, viewer, context }) => {
      const rows = await collectionsBoughtBy(ctx.db, viewer.profileId, context.requester, query);
      return { data: await viewCollections(ctx, rows, context), ...query };
    },
    'GET /collections/{id}': async ({ params, context }) => ({
      data: await viewOne(ctx, await visibleCollection(ctx, params.id, context.requester), context),
    }),
    'GET /collections/{id}/posts': async ({ params, query, context }) => ({
      ...(await viewPostsOf(
        ctx,
        await visibleCollection(ctx, params.id, context.requester),
        context,
        query,
      )),
      ...query,
    }),
    'GET /collections/offers': async ({ query, context }) => ({
      data: await viewOffers(ctx, [...new Set(query.postIds)], context),
    }),
  });

const ownHandlers = (ctx: Ctx) => {
  const viewOwn = async (id: CollectionId, reader: Reader) => ({
    data: await viewOne(ctx, await visibleCollection(ctx, id, reader.requester), reader),
  });
  return handlers({
    'POST /collections': async ({ viewer, body, context }) => {
      const owner = canCreateCollection(viewer);
      return viewOwn(await createCollection(ctx, owner, body, context.idempotencyKey), context);
    },
    'PUT /collections/{id}': async ({ viewer, params, body, context }) => {
      await editCollection(ctx, await ownCollection(ctx, params.id, viewer), body);
      return viewOwn(params.id, context);
    },
    'DELETE /collections/{id}': async ({ viewer, params }) => {
      await deleteCollection(ctx, await ownCollection(ctx, params.id, viewer));
      return { data: null };
    },
  });
};

export const collectionsHandlers = (ctx: Ctx) => ({
  ...readHandlers(ctx),
  ...ownHandlers(ctx),
  ...handlers({
    'POST /collections/{id}/purchase': async ({ params, body, viewer, context }) => ({
      data: await purchaseCollection(ctx, await collectionForPurchase(ctx, params.id, viewer), {
        ...body,
        key: context.idempotencyKey,
      }),
    }),
  }),
});
