// The price of a collection for buyers who own some of its posts.
import type { PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { describe, expect, test } from 'vitest';
import { offerOf } from './rules.ts';

/** 'a 1000', 'b -' without a price of its own, 'c 1000 own' already bought. */
const contentsOf = (lines: string) =>
  lines.split(', ').map((line) => {
    const [postId, price, own] = line.split(' ');
    return {
      postId: postId as PostId,
      price: price === '-' ? null : (Number(price) as Centavos),
      owned: own === 'own',
    };
  });

type Case = {
  title: string;
  price: number;
  posts: string;
  offer: { price: number; posts: string; separately: number | null } | null;
};

describe('the offer of a collection', () => {
  test.each<Case>([
    {
      title: 'is its price to a buyer who owns nothing',
      price: 2_500,
      posts: 'a 1000, b 2000, c 1000',
      offer: { price: 2_500, posts: 'a b c', separately: 4_000 },
    },
    {
      title: 'is less by the share of what is owned',
      price: 2_000,
      posts: 'a 1000, b 2000 own, c 1000',
      offer: { price: 1_000, posts: 'a c', separately: 2_000 },
    },
    {
      title: 'is rounded down to the favour of the buyer',
      price: 1_000,
      posts: 'a 1000, b 1000, c 1000 own',
      offer: { price: 666, posts: 'a b', separately: 2_000 },
    },
    {
      title: 'is never below the smallest price',
      price: 300,
      posts: 'a 1000 own, b 1000 own, c 1000 own, d 200',
      offer: { price: 100, posts: 'd', separately: 200 },
    },
    {
      title: 'is never above what the posts cost one by one',
      price: 9_000,
      posts: 'a 1000, b 2000',
      offer: { price: 3_000, posts: 'a b', separately: 3_000 },
    },
    {
      title: 'counts a post without a price as the average of the others',
      price: 3_000,
      posts: 'a 1000 own, b 3000, c -',
      offer: { price: 2_500, posts: 'b c', separately: null },
    },
    {
      title: 'counts all posts the same when none has a price',
      price: 3_000,
      posts: 'a - own, b -, c -',
      offer: { price: 2_000, posts: 'b c', separately: null },
    },
    {
      title: 'is none when everything is owned',
      price: 3_000,
      posts: 'a 1000 own, b - own',
      offer: null,
    },
    { title: 'is none when one post is left', price: 3_000, posts: 'a 1000', offer: null },
    {
      title: 'stays for the last post that a buyer lacks',
      price: 1_000,
      posts: 'a 1000 own, b 1000',
      offer: { price: 500, posts: 'b', separately: 1_000 },
    },
  ])('the offer of a collection $title', ({ price, posts, offer }) => {
    expect(offerOf(price as Centavos, contentsOf(posts))).toEqual(
      offer && {
        price: offer.price,
        postIds: offer.posts.split(' '),
        separately: offer.separately,
      },
    );
  });
});
