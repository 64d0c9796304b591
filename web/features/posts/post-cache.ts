// Posts are cached in many lists (timeline, profile, featured); one function updates them in all of
// them.
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { postKeys } from './keys.ts';

export type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];
export type PostState = NonNullable<Post['state']>;
export type PostPage = ReplyOf<Routes['GET /posts/timeline']>;

type CachedPosts = InfiniteData<PostPage> | { data: Post[] } | { data: Post } | undefined;

const withChange = (
  cached: CachedPosts,
  id: string,
  change: (post: Post) => Post | null,
): CachedPosts => {
  if (!cached) return cached;
  if ('pages' in cached) {
    return {
      ...cached,
      pages: cached.pages.map((page) => ({ ...page, data: listWithChange(page.data, id, change) })),
    };
  }
  if (Array.isArray(cached.data))
    return { ...cached, data: listWithChange(cached.data, id, change) };
  if (cached.data.id !== id) return cached;
  const next = change(cached.data);
  return next ? { ...cached, data: next } : cached;
};

const listWithChange = (posts: Post[], id: string, change: (post: Post) => Post | null): Post[] =>
  posts.some((post) => post.id === id)
    ? posts.flatMap((post) => (post.id === id ? (change(post) ?? []) : post))
    : posts;

/** Changes one post in every list; `null` removes it. */
export const changePost = (
  client: QueryClient,
  id: string,
  change: (post: Post) => Post | null,
): void => {
  client.setQueriesData<CachedPosts>({ queryKey: postKeys.all }, (cached) =>
    withChange(cached, id, change),
  );
};

/** Puts a refetched post into every list. */
export const replacePost = (client: QueryClient, post: Post): void =>
  changePost(client, post.id, () => post);
