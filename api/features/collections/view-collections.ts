// From rows to collections as one reader sees them: one load of contents, one batch per kind of
// reference, presentation.
import type { collectionSchema } from '@camarim/contract/features/collections';
import type { Routes } from '@camarim/contract';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { COLLECTION_OFFERS_EACH } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { postsPaidBy } from '../access/index.ts';
import { type PostView, type Reader, viewPosts } from '../posts/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type CollectionSales, salesOf, transfersFor } from './purchases-store.ts';
import { offerOf, separatePrice } from './rules.ts';
import { type CollectionRow, collectionsWith, type ContentRow, loadContents } from './store.ts';

export type CollectionView = z.input<typeof collectionSchema>;
export type OfferView = DataInput<Routes['GET /collections/offers']>[number];

/** Posts that are shown as the cover of a collection. */
const COVERS = 3;

const coversOf = (shown: readonly ContentRow[], posts: ReadonlyMap<PostId, PostView>) =>
  shown
    .slice(0, COVERS)
    .flatMap(({ postId }) => posts.get(postId)?.medias.find(({ removed }) => !removed) ?? []);

type CollectionData = {
  contents: readonly ContentRow[];
  profile: ProfileSummary;
  posts: ReadonlyMap<PostId, PostView>;
  /** Null for all but the owner. */
  sales: CollectionSales | null;
  /** The reader may read words, as those of posts. */
  adult: boolean;
};

const present = (
  row: CollectionRow,
  { contents, profile, posts, sales, adult }: CollectionData,
): CollectionView => {
  const sellable = contents.filter((content) => content.sellable);
  const shown = sales ? contents : sellable;
  const onSale = row.paused_at === null && row.deleted_at === null;
  return {
    id: row.id,
    profileId: row.producer_id,
    profile,
    title: adult || sales ? row.title : '',
    text: adult || sales ? row.text : '',
    price: row.price_centavos,
    postIds: shown.map(({ postId }) => postId),
    separately: separatePrice(shown),
    offer: onSale ? offerOf(row.price_centavos, sellable) : null,
    owned: shown.filter(({ owned }) => owned).length,
    purchased: row.purchased,
    covers: coversOf(shown, posts),
    paused: row.paused_at !== null,
    sales: sales?.sales ?? null,
    earned: sales ? centavos(sales.earned) : null,
    mine: sales !== null,
    createdAt: row.created_at.toISOString(),
  };
};

/** Collections in the order of `rows`, which the reader may see. */
export const viewCollections = async (
  ctx: Ctx,
  rows: readonly CollectionRow[],
  reader: Reader,
): Promise<CollectionView[]> => {
  if (rows.length === 0) return [];
  const viewerId = reader.requester.profileId;
  const isMine = (row: CollectionRow): boolean => row.producer_id === viewerId;
  const contents = await loadContents(
    ctx.db,
    rows.map(({ id }) => id),
    viewerId,
    ctx.clock.now(),
  );
  const first = rows.flatMap((row) =>
    (contents.get(row.id) ?? [])
      .filter(({ sellable }) => sellable || isMine(row))
      .slice(0, COVERS)
      .map(({ postId }) => postId),
  );
  const [posts, profiles, sales] = await Promise.all([
    viewPosts(ctx, [...new Set(first)], reader),
    summarise(ctx, [...new Set(rows.map(({ producer_id: id }) => id))]),
    salesOf(
      ctx.db,
      rows.filter(isMine).map(({ id }) => id),
    ),
  ]);
  const postsById = new Map(posts.map((post) => [post.id as PostId, post]));
  return rows.flatMap((row) => {
    const profile = profiles.get(row.producer_id);
    if (!profile) return [];
    return present(row, {
      contents: contents.get(row.id) ?? [],
      profile,
      posts: postsById,
      sales: sales.get(row.id) ?? null,
      adult: reader.adult,
    });
  });
};

/**
 * What is sold with the collection, for its owner all of it; then what else the buyer bought with
 * it. `total` counts also posts that the reader does not see any more.
 */
export const viewPostsOf = async (
  ctx: Ctx,
  row: CollectionRow,
  reader: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: PostView[]; total: number }> => {
  const viewerId: ProfileId | null = reader.requester.profileId;
  const [contents, bought] = await Promise.all([
    loadContents(ctx.db, [row.id], viewerId, ctx.clock.now()),
    viewerId && row.purchased
      ? postsPaidBy(ctx.db, viewerId, await transfersFor(ctx.db, viewerId, row.id))
      : [],
  ]);
  const listed = (contents.get(row.id) ?? [])
    .filter(({ sellable }) => sellable || row.producer_id === viewerId)
    .map(({ postId }) => postId);
  const ids = [...new Set([...listed, ...bought])];
  return {
    data: await viewPosts(ctx, ids.slice(offset, offset + limit), reader),
    total: ids.length,
  };
};

/** The newest collections in which the reader can buy these posts. */
export const viewOffers = async (
  { db, clock }: Ctx,
  postIds: readonly PostId[],
  { requester, adult }: Pick<Reader, 'requester' | 'adult'>,
): Promise<OfferView[]> => {
  const now = clock.now();
  const rows = await collectionsWith(db, postIds, requester);
  const contents = await loadContents(
    db,
    rows.map(({ id }) => id),
    requester.profileId,
    now,
  );
  const offered = rows.flatMap(({ id, title, price_centavos: price }) => {
    const sellable = (contents.get(id) ?? []).filter((content) => content.sellable);
    const offer = offerOf(price, sellable);
    return offer ? [{ id, title, offer }] : [];
  });
  return postIds.flatMap((postId) =>
    offered
      .filter(({ offer }) => offer.postIds.includes(postId))
      .slice(0, COLLECTION_OFFERS_EACH)
      .map(({ id, title, offer }) => ({
        postId,
        collectionId: id,
        title: adult ? title : '',
        price: offer.price,
        posts: offer.postIds.length,
      })),
  );
};
