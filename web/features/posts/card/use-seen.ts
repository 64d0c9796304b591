// Says which posts were seen, in the middle of the screen for a second and once per page, and how
// long their videos played. Sent a few seconds later, in one call.
import { WATCHED_MAX_SECONDS } from '@camarim/contract/limits';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { call } from '../../../client/api/api.ts';
import type { Post } from '../post-cache.ts';

const SEEN_MS = 1_000;
const SEND_AFTER_MS = 4_000;
const POSTS_PER_CALL = 50;
/** Nothing is said of a view that could not be counted. */
const EVERY_FAILURE = [0, 400, 401, 403, 404, 429, 500, 502, 503];
/** Only the line in the middle of the screen. */
const MIDDLE = '-50% 0px -50% 0px';

const sent = new Set<string>();
const waiting = new Set<string>();
/** Seconds of playing by post. */
const watched = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

const send = (): void => {
  clearTimeout(timer);
  timer = undefined;
  const postIds = [...waiting].slice(0, POSTS_PER_CALL);
  for (const id of postIds) waiting.delete(id);
  const played = [...watched].slice(0, POSTS_PER_CALL).map(([postId, seconds]) => ({
    postId,
    seconds: Math.min(seconds, WATCHED_MAX_SECONDS),
  }));
  for (const { postId } of played) watched.delete(postId);
  const body = { postIds, watched: played };
  call('POST /studio/views', { body, handled: EVERY_FAILURE }).catch(() => undefined);
  if (waiting.size + watched.size > 0) timer = setTimeout(send, SEND_AFTER_MS);
};

/** For the videos of the post; undefined for own ones, which are not counted. */
export const useWatchedPost = ({ id, mine }: Post): ((seconds: number) => void) | undefined => {
  const note = useCallback(
    (seconds: number) => {
      watched.set(id, seconds + (watched.get(id) ?? 0));
      // A page that is left sends nothing later.
      if (document.hidden) send();
      else timer ??= setTimeout(send, SEND_AFTER_MS);
    },
    [id],
  );
  return mine ? undefined : note;
};

const noteSeen = (id: string): void => {
  if (sent.has(id)) return;
  sent.add(id);
  waiting.add(id);
  timer ??= setTimeout(send, SEND_AFTER_MS);
};

/** For the element of the post; own posts are not counted. */
export const useSeen = ({ id, mine }: Post): RefObject<HTMLElement | null> => {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (mine || sent.has(id) || !element.current) return undefined;
    let since: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(since);
        if (entry?.isIntersecting) since = setTimeout(() => noteSeen(id), SEEN_MS);
      },
      { rootMargin: MIDDLE },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(since);
      observer.disconnect();
    };
  }, [id, mine]);
  return element;
};
