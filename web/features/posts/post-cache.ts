// Posts sit in many lists at once (timeline, profile, featured): one place changes them in all of
// them.
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

export type Post = ReplyOf<Routes['GET /posts/{id}']>['data'];
export type PostPage = ReplyOf<Routes['GET /posts/timeline']>;

/**
 * Keys of everything that holds posts; all of them begin alike so that a change reaches every list.
 */
export const postKeys = {
  all: ['posts'] as const,
  one: (id: string) => ['posts', 'one', id] as const,
  timeline: (others: boolean) => ['posts', 'list', 'timeline', others] as const,
  profile: (domainName: string) => ['posts', 'list', 'profile', domainName] as const,
  lists: ['posts', 'list'] as const,
  mine: ['posts', 'list', 'me'] as const,
  kept: (list: string) => ['posts', 'list', 'kept', list] as const,
  search: (q: string) => ['posts', 'list', 'search', q] as const,
  featured: ['posts', 'list', 'featured'] as const,
};

type CachedPosts = InfiniteData<PostPage> | { data: Post[] } | { data: Post } | undefined;

const withChange = (
  held: CachedPosts,
  id: string,
  change: (post: Post) => Post | null,
): CachedPosts => {
  if (!held) return held;
  if ('pages' in held) {
    return {
      ...held,
      pages: held.pages.map((page) => ({ ...page, data: listWithChange(page.data, id, change) })),
    };
  }
  if (Array.isArray(held.data)) return { ...held, data: listWithChange(held.data, id, change) };
  if (held.data.id !== id) return held;
  const next = change(held.data);
  return next ? { ...held, data: next } : held;
};

const listWithChange = (posts: Post[], id: string, change: (post: Post) => Post | null): Post[] =>
  posts.some((post) => post.id === id)
    ? posts.flatMap((post) => (post.id === id ? (change(post) ?? []) : post))
    : posts;

/** Changes one post wherever it is shown; `null` takes it out of the lists. */
export const changePost = (
  client: QueryClient,
  id: string,
  change: (post: Post) => Post | null,
): void => {
  client.setQueriesData<CachedPosts>({ queryKey: postKeys.all }, (held) =>
    withChange(held, id, change),
  );
};

/** Asks the server again for one post and puts it wherever it is shown. */
export const replacePost = (client: QueryClient, post: Post): void =>
  changePost(client, post.id, () => post);
