// What is queued: keys, hooks, and the entries of a calendar.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api.ts';
import { changePost, type Post, postKeys, replacePost } from '../post-cache.ts';
import { fieldOf, instantOf } from '../publish/hours.ts';
import { addDays, daysBetween } from './days.ts';

const DRAFTS_SHOWN = 50;

/** From the first of these days to the end of the last, by the clock of that zone. */
export const queuedQuery = (first: string, last: string, timeZone: string) => {
  const [from, until] = [first, addDays(last, 1)].map(
    (day) => instantOf(`${day}T00:00`, timeZone) ?? '',
  );
  return queryOptions({
    queryKey: [...postKeys.lists, 'calendar', from, until] as const,
    queryFn: ({ signal }) =>
      call('GET /posts/calendar', { query: { from: from ?? '', until: until ?? '' }, signal }),
  });
};

export const draftsQuery = () =>
  queryOptions({
    queryKey: [...postKeys.lists, 'drafts'] as const,
    queryFn: ({ signal }) =>
      call('GET /posts/unpublished', { query: { draft: 'true', limit: DRAFTS_SHOWN }, signal }),
  });

/** What happens with a post at an hour: others see it from then on, or no longer. */
export type Entry = {
  key: string;
  post: Post;
  what: 'start' | 'end';
  at: string;
  day: string;
  /** It lies ahead and may be moved. */ ahead: boolean;
};

export const entriesOf = (posts: readonly Post[], timeZone: string, now: number): Entry[] =>
  posts
    .flatMap((post): Entry[] => {
      const entry = (what: Entry['what'], at: string): Entry => ({
        key: `${post.id} ${what}`,
        post,
        what,
        at,
        day: fieldOf(at, timeZone).slice(0, 10),
        ahead: Date.parse(at) > now,
      });
      return [
        entry('start', post.startWhen),
        ...(post.expiration ? [entry('end', post.expiration)] : []),
      ];
    })
    .sort((one, other) => one.at.localeCompare(other.at));

/** An instant of the same hour so many days away, by the clock of that zone. */
const shifted = (instant: string, days: number, timeZone: string): string => {
  const [day = '', hour = ''] = fieldOf(instant, timeZone).split('T');
  return instantOf(`${addDays(day, days)}T${hour}`, timeZone) ?? instant;
};

/** What changes when an entry goes to another day: a fixed end goes along with its start. */
export const movedTo = (
  { post, what, at, day }: Entry,
  to: string,
  timeZone: string,
): { startWhen?: string; expiration?: string } => {
  const days = daysBetween(day, to);
  if (what === 'end') return { expiration: shifted(at, days, timeZone) };
  const fixedEnd = post.activeDays === null && post.expiration;
  return {
    startWhen: shifted(at, days, timeZone),
    ...(fixedEnd && { expiration: shifted(fixedEnd, days, timeZone) }),
  };
};

/** Shows it on its new day at once, and again on its old one when the server refuses. */
export const useMovePost = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ReturnType<typeof movedTo> }) =>
      call('PUT /posts/{id}', { params: { id }, body: change }),
    onMutate: ({ id, change }) => changePost(client, id, (post) => ({ ...post, ...change })),
    onSuccess: ({ data }) => replacePost(client, data),
    onSettled: () => client.invalidateQueries({ queryKey: postKeys.lists }),
  });
};
