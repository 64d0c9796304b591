// From rows to collections as one reader sees them: one load of contents, one batch per kind of
// reference, presentation.
import type { collectionSchema } from '@camarim/contract/features/collections';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { postsPaidBy } from '../access/index.ts';
import { type PostView, type Reader, viewPosts } from '../posts/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type CollectionSales, salesOf, transfersFor } from './purchases-store.ts';
import { offerOf, separatePrice } from './rules.ts';
import { type CollectionRow, type ContentRow, loadContents } from './store.ts';

export type CollectionView = z.input<typeof collectionSchema>;

/** Posts that are shown as the cover of a collection. */
const COVERS = 3;

const coversOf = (shown: readonly ContentRow[], posts: ReadonlyMap<PostId, PostView>) =>
  shown.slice(0, COVERS).flatMap(({ postId }) => posts.get(postId)?.medias.slice(0, 1) ?? []);

type Loaded = {
  contents: readonly ContentRow[];
  profile: ProfileSummary;
  posts: ReadonlyMap<PostId, PostView>;
  /** Null for all but the owner. */
  sales: CollectionSales | null;
};

const present = (
  row: CollectionRow,
  { contents, profile, posts, sales }: Loaded,
): CollectionView => {
  const sellable = contents.filter((content) => content.sellable);
  const shown = sales ? contents : sellable;
  const onSale = row.paused_at === null && row.deleted_at === null;
  return {
    id: row.id,
    profileId: row.producer_id,
    profile,
    title: row.title,
    text: row.text,
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
    });
  });
};

/** What the buyer bought with the collection, then what else is sold with it; all for its owner. */
export const viewPostsOf = async (
  ctx: Ctx,
  row: CollectionRow,
  reader: Reader,
): Promise<PostView[]> => {
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
  return viewPosts(ctx, [...new Set([...bought, ...listed])], reader);
};
