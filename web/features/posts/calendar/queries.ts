// Scheduled posts and mass messages: keys, hooks, and the entries of the calendar.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Data } from '../../../client/api/api.ts';
import { postKeys } from '../keys.ts';
import { changePost, type Post, replacePost } from '../post-cache.ts';
import { fieldOf, instantOf } from '../../../ui/fields/local-time.ts';
import { addDays, daysBetween } from './days.ts';

const DRAFTS_SHOWN = 50;

/** From the first day to the end of the last one, in the given time zone. */
const spanOf = (first: string, last: string, timeZone: string) => ({
  from: instantOf(`${first}T00:00`, timeZone) ?? '',
  until: instantOf(`${addDays(last, 1)}T00:00`, timeZone) ?? '',
});

/** Posts of the days. */
export const queuedQuery = (first: string, last: string, timeZone: string) => {
  const span = spanOf(first, last, timeZone);
  return queryOptions({
    queryKey: [...postKeys.lists, 'calendar', span.from, span.until] as const,
    queryFn: ({ signal }) => call('GET /posts/calendar', { query: span, signal }),
  });
};

const MESSAGES_SHOWN = 100;

export type MassMessage = Data<'GET /chats/broadcasts'>[number];

/**
 * Mass messages of the days; the key is below the one of conversations, whose events refresh it.
 */
export const massMessagesQuery = (first: string, last: string, timeZone: string) => {
  const span = spanOf(first, last, timeZone);
  return queryOptions({
    queryKey: ['chats', 'broadcasts', 'calendar', span.from, span.until] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /chats/broadcasts', { query: { ...span, limit: MESSAGES_SHOWN }, signal }))
        .data,
  });
};

export const draftsQuery = () =>
  queryOptions({
    queryKey: [...postKeys.lists, 'drafts'] as const,
    queryFn: ({ signal }) =>
      call('GET /posts/unpublished', { query: { draft: 'true', limit: DRAFTS_SHOWN }, signal }),
  });

type TimedEntry = {
  key: string;
  at: string;
  day: string;
  /** In the future. */
  ahead: boolean;
};

/**
 * A post becomes visible (`start`) or invisible (`end`) at a time, which may be moved while it is
 * ahead.
 */
export type PostEntry = TimedEntry & { what: 'start' | 'end'; post: Post };
/** A mass message is sent at a time. */
export type MessageEntry = TimedEntry & { what: 'message'; message: MassMessage };
export type Entry = PostEntry | MessageEntry;

const messageEntries = (
  messages: readonly MassMessage[],
  timeZone: string,
  now: number,
): MessageEntry[] =>
  messages
    .filter(({ state }) => state !== 'cancelled' && state !== 'unsent')
    .map((message) => ({
      key: message.id,
      what: 'message',
      message,
      at: message.sendAt,
      day: fieldOf(message.sendAt, timeZone).slice(0, 10),
      ahead: Date.parse(message.sendAt) > now,
    }));

export const entriesOf = (
  posts: readonly Post[],
  messages: readonly MassMessage[],
  timeZone: string,
  now: number,
): Entry[] =>
  posts
    .flatMap((post): Entry[] => {
      const entry = (what: PostEntry['what'], at: string): PostEntry => ({
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
    .concat(messageEntries(messages, timeZone, now))
    .sort((one, other) => one.at.localeCompare(other.at));

/** The same time of day a number of days away, in the given time zone. */
const shifted = (instant: string, days: number, timeZone: string): string => {
  const [day = '', hour = ''] = fieldOf(instant, timeZone).split('T');
  return instantOf(`${addDays(day, days)}T${hour}`, timeZone) ?? instant;
};

/** The changed fields when an entry moves to another day: a fixed end moves with its start. */
export const datesAfterMove = (
  { post, what, at, day }: PostEntry,
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
