// Scheduled posts: keys, hooks, and the entries of the calendar.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';
import { changePost, type Post, replacePost } from '../post-cache.ts';
import { fieldOf, instantOf } from '../../../ui/fields/local-time.ts';
import { addDays, daysBetween } from './days.ts';

const DRAFTS_SHOWN = 50;

/** Posts from the first day to the end of the last one, in the given time zone. */
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

/** A post becomes visible (`start`) or invisible (`end`) at a time. */
export type Entry = {
  key: string;
  post: Post;
  what: 'start' | 'end';
  at: string;
  day: string;
  /** In the future, so it may be moved. */
  ahead: boolean;
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

/** The same time of day a number of days away, in the given time zone. */
const shifted = (instant: string, days: number, timeZone: string): string => {
  const [day = '', hour = ''] = fieldOf(instant, timeZone).split('T');
  return instantOf(`${addDays(day, days)}T${hour}`, timeZone) ?? instant;
};

/** The changed fields when an entry moves to another day: a fixed end moves with its start. */
export const datesAfterMove = (
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

/** Optimistic: shows the post on its new day at once and on its old one again after an error. */
export const useMovePost = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: ReturnType<typeof datesAfterMove> }) =>
      call('PUT /posts/{id}', { params: { id }, body: change }),
    onMutate: ({ id, change }) => changePost(client, id, (post) => ({ ...post, ...change })),
    onSuccess: ({ data }) => replacePost(client, data),
    onSettled: () => client.invalidateQueries({ queryKey: postKeys.lists }),
  });
};
