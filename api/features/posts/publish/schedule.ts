// Schedule of a post and what its owner may still change: pure rules.
import { POST_AHEAD_DAYS_MAX } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { LockedPost, EditablePost } from './publish-store.ts';

/** Start and end as the owner requests them; `startWhen` null: at once. */
export type ScheduleInput = {
  startWhen: Date | null;
  expiresAt: Date | null;
  activeDays: number | null;
};

/**
 * The resulting start and end. A past start means now. Throws validate.invalid for a start too far
 * ahead, an end before its start, or two ends at once.
 */
export const resolveSchedule = (
  { startWhen, expiresAt, activeDays }: ScheduleInput,
  now: Date,
): Pick<EditablePost, 'startWhen' | 'expiresAt' | 'activeDays'> => {
  const start = startWhen && startWhen > now ? startWhen : now;
  if (start.getTime() > now.getTime() + POST_AHEAD_DAYS_MAX * DAY_MS)
    throw fieldError('startWhen', 'validate.invalid');
  if (expiresAt && activeDays !== null) throw fieldError('activeDays', 'validate.invalid');
  if (expiresAt && expiresAt <= start) throw fieldError('expiration', 'validate.invalid');
  return {
    startWhen: start,
    expiresAt: activeDays === null ? expiresAt : new Date(start.getTime() + activeDays * DAY_MS),
    activeDays,
  };
};

/** Fields to change; omitted ones stay. */
export type PostChanges = { [Name in keyof EditablePost]?: EditablePost[Name] | undefined };

/**
 * The post after the changes. The text of a sold post without media can't change. A post that has
 * started keeps its start and can't become a draft again. Throws post.sold, post.started,
 * post.empty and validate.invalid.
 */
export const applyChanges = (post: LockedPost, changes: PostChanges, now: Date): EditablePost => {
  const text = changes.text ?? post.text;
  if (text === '' && post.mediaIds.length === 0) throw new AppError('post.empty');
  if (post.sold && post.mediaIds.length === 0 && text !== post.text)
    throw new AppError('post.sold');
  return {
    text,
    priceCentavos: changes.priceCentavos === undefined ? post.priceCentavos : changes.priceCentavos,
    audience: changes.audience ?? post.audience,
    tipsEnabled: changes.tipsEnabled ?? post.tipsEnabled,
    ai: changes.ai ?? post.ai,
    ...applyScheduleChanges(post, changes, now),
  };
};

const applyScheduleChanges = (
  post: LockedPost,
  changes: PostChanges,
  now: Date,
): Pick<EditablePost, 'startWhen' | 'expiresAt' | 'activeDays' | 'draft'> => {
  const started = !post.draft && post.startWhen <= now;
  const draft = changes.draft ?? post.draft;
  if (
    started &&
    (draft || (changes.startWhen && changes.startWhen.getTime() !== post.startWhen.getTime()))
  )
    throw new AppError('post.started');
  // A new end replaces the other kind of end.
  const activeDays =
    changes.activeDays === undefined
      ? changes.expiresAt
        ? null
        : post.activeDays
      : changes.activeDays;
  const ownEnd = post.activeDays === null ? post.expiresAt : null;
  const expiresAt =
    changes.expiresAt === undefined ? (activeDays === null ? ownEnd : null) : changes.expiresAt;
  if (!started)
    return {
      ...resolveSchedule(
        { startWhen: changes.startWhen ?? post.startWhen, expiresAt, activeDays },
        now,
      ),
      draft,
    };
  const sameEnd = changes.activeDays === undefined && changes.expiresAt === undefined;
  if (sameEnd)
    return {
      startWhen: post.startWhen,
      expiresAt: post.expiresAt,
      activeDays: post.activeDays,
      draft,
    };
  if (expiresAt && activeDays !== null) throw fieldError('activeDays', 'validate.invalid');
  const end =
    activeDays === null ? expiresAt : new Date(post.startWhen.getTime() + activeDays * DAY_MS);
  if (end && end <= now)
    throw fieldError(activeDays === null ? 'expiration' : 'activeDays', 'validate.invalid');
  return { startWhen: post.startWhen, expiresAt: end, activeDays, draft };
};
