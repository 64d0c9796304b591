// How much of something a requester may see or use, and why: one vocabulary for posts, media and
// everything else that is shown to some people only.

/**
 * `open`: everyone has it. `recipient`: it was sent to them in a message. `review`: an
 * administrator who decides on a report.
 */
export type GrantReason = 'owner' | 'purchase' | 'membership' | 'open' | 'recipient' | 'review';

/**
 * What is missing for full access. `age`: the requester has not proven their age, so neither text
 * nor media are delivered, even of bought posts.
 */
export type LockReason = 'price' | 'members' | 'login' | 'age';

/**
 * For the server only: requesters can't tell one refusal from another, nor from something that does
 * not exist. `hidden`: the profile is hidden from the requester. `withheld`: a performer withdrew
 * their consent or lost their approval. `unavailable`: unpublished, withdrawn, deleted or never
 * given to the requester.
 */
export type RefusalReason = 'hidden' | 'withheld' | 'unavailable';

export type FullAccess = { level: 'full'; reason: GrantReason };
/**
 * What is shown to make people buy, subscribe or log in: counts and a blurred image, and of a video
 * the trailers of these lengths that its owner chose to show.
 */
export type PreviewAccess = {
  level: 'preview';
  reason: LockReason;
  trailerSeconds?: readonly number[];
};
export type NoAccess = { level: 'none'; reason: RefusalReason };
export type Access = FullAccess | PreviewAccess | NoAccess;

export const NO_ACCESS: NoAccess = { level: 'none', reason: 'unavailable' };

/**
 * What several answers about one thing amount to. `withheld` decides over all. Else the highest
 * level; of several full ones a purchase is the last, because images of buyers are marked as
 * theirs, which they need not be for people who have them anyway. Previews open the trailers of
 * each.
 */
export const combineAccess = (answers: readonly Access[]): Access => {
  const isWithheld = ({ reason }: Access) => reason === 'withheld';
  const isFull = ({ level }: Access) => level === 'full';
  return (
    answers.find(isWithheld) ??
    answers.find((access) => isFull(access) && access.reason !== 'purchase') ??
    answers.find(isFull) ??
    combinePreviews(answers.filter((access) => access.level === 'preview')) ??
    NO_ACCESS
  );
};

const combinePreviews = (previews: readonly PreviewAccess[]): PreviewAccess | undefined => {
  const [first] = previews;
  const trailerSeconds = [...new Set(previews.flatMap((preview) => preview.trailerSeconds ?? []))];
  return first && trailerSeconds.length > 0 ? { ...first, trailerSeconds } : first;
};
