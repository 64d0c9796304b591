// What a collection costs its buyer. Pure.
import { COLLECTION_POSTS_MIN, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import type { PostId } from '@camarim/contract/ids';
import { type Centavos, centavos, proportion } from '@camarim/contract/money';

/** A post that is sold with the collection now. `price`: null when it is not sold by itself. */
export type Content = { postId: PostId; price: Centavos | null; owned: boolean };

/** What a buyer gets and pays; `separately` as in the contract. */
export type Offer = { price: Centavos; postIds: PostId[]; separately: Centavos | null };

/** The prices added up; null when a post has none. */
export const separatePrice = (contents: readonly Content[]): Centavos | null =>
  contents.reduce<Centavos | null>(
    (sum, { price }) => (sum === null || price === null ? null : centavos(sum + price)),
    centavos(0),
  );

/**
 * A post counts by its own price; one without counts as the average of the others, and all count
 * the same when none has one. Whole numbers: multiplied by how many have a price.
 */
const weightsOf = (contents: readonly Content[]): ((content: Content) => number) => {
  const prices = contents.flatMap(({ price }) => price ?? []);
  const sum = prices.reduce<number>((total, price) => total + price, 0);
  if (sum === 0) return () => 1;
  return ({ price }) => (price === null ? sum : price * prices.length);
};

/**
 * What a buyer who owns some of the posts is offered: the others, for their share of the price.
 * Never below the smallest price, nor above what the posts cost one by one. Null when fewer posts
 * are left than make a collection, or when all are owned.
 */
export const offerOf = (price: Centavos, contents: readonly Content[]): Offer | null => {
  if (contents.length < COLLECTION_POSTS_MIN) return null;
  const missing = contents.filter(({ owned }) => !owned);
  if (missing.length === 0) return null;
  const weightOf = weightsOf(contents);
  const sumOf = (some: readonly Content[]): number =>
    some.reduce((total, content) => total + weightOf(content), 0);
  const separately = separatePrice(missing);
  const share = Math.max(proportion(price, sumOf(missing), sumOf(contents)), PRICE_MIN_CENTAVOS);
  return {
    price: centavos(separately === null ? share : Math.min(share, separately)),
    postIds: missing.map(({ postId }) => postId),
    separately,
  };
};
