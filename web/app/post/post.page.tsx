// `/{username}/posts/{id}`: one post, its comments, and what else its producer has.
import { isUuid } from '@camarim/contract/ids';
import type { ViewAs } from '@camarim/contract/limits';
import { postPath } from '@camarim/contract/post-path';
import { useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  useLoaderData,
} from 'react-router';
import { m } from '../../paraglide/messages.js';
import { describePage } from '../../client/meta.ts';
import { loadPage } from '../../client/page-data.ts';
import { firstCommentsQuery } from '../../features/comments/index.ts';
import { type Post, postQuery, profilePostsQuery } from '../../features/posts/index.ts';
import { profileQuery } from '../../features/profiles/index.ts';
import { AI_TEXTS } from '../../ui/ai/AiBadge.tsx';
import { shorten } from '../../ui/display/shorten.ts';
import type { PageHandle } from '../late-hydration.ts';
import { orAsOneself, seenAsOf } from '../seen-as.ts';
import { PostView } from './PostView.tsx';

const DESCRIPTION_MAX = 200;
const load = async (
  { username = '', id = '' }: { username?: string; id?: string },
  seenAs: ViewAs | null,
) => {
  if (!isUuid(id)) throw data(null, { status: 404 });
  const domainName = username.toLowerCase();
  const { client, queries } = await loadPage({
    required: [postQuery(id, seenAs)],
    optional: [
      profileQuery(domainName, seenAs),
      profilePostsQuery(domainName, seenAs),
      firstCommentsQuery(id),
    ],
  }).catch(orAsOneself(seenAs, postPath(username, id)));
  const { data: post } = client.getQueryData(postQuery(id, seenAs).queryKey) as { data: Post };
  // A post has one address: the one below its author.
  const path = postPath(post.profile.domainName, post.id);
  if (path !== `/${username}/posts/${id}`) throw redirect(path);
  return { head: headOf(post), id, seenAs, queries };
};

/**
 * What the document's head says: only what a visitor may see, because members pass on what their
 * browser shows as title and preview.
 */
const headOf = (post: Post) => {
  const { exibitionName, domainName } = post.profile;
  const open = post.public && post.price === null && !post.mine;
  const shown = open || post.locked !== null;
  const cover = shown ? post.medias.find(({ removed }) => !removed) : undefined;
  return {
    name: exibitionName,
    username: domainName,
    text: shown ? post.text.replaceAll(/\s+/g, ' ').trim() : '',
    image: (post.locked ? cover?.preview : cover?.lgThumb) ?? null,
    ai: (cover?.ai ?? post.ai)?.label ?? null,
    indexed: open,
  };
};

export const loader = async ({ params, request }: LoaderFunctionArgs) =>
  load(params, seenAsOf(request));
export const clientLoader = async ({ params, request }: ClientLoaderFunctionArgs) =>
  load(params, seenAsOf(request));

export const handle: PageHandle = { hydrate: 'on-intent' };

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { head, id } = loaderData;
  return [
    ...describePage(
      {
        title: m.post_page_title({ name: head.name, username: head.username }),
        description:
          shorten(head.text, DESCRIPTION_MAX) || m.post_page_description({ name: head.name }),
        path: postPath(head.username, id),
        image: head.image,
        imageAlt: head.ai && AI_TEXTS[head.ai](),
        type: 'article',
      },
      matches,
    ),
    ...(head.indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

export default function PostPage() {
  const { id, seenAs } = useLoaderData<typeof loader>();
  const { data: post } = useQuery(postQuery(id, seenAs));
  // The loader has filled the cache; data is only missing while the session ends.
  return post ? <PostView key={id} post={post.data} seenAs={seenAs} /> : null;
}
