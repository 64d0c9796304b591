// What the author of held content reads: that it waits, or why it was refused.
import type { Data } from '../../client/api/api.ts';
import { m } from '../../paraglide/messages.js';
import { basisOf, REASON_TEXTS } from './words.ts';

type OwnReview = NonNullable<Data<'GET /chats/broadcasts'>[number]['review']>;

const TEXTS = {
  content: { refused: m.reviews_own_refused, waiting: m.reviews_own_waiting },
  image: { refused: m.reviews_own_image_refused, waiting: m.reviews_own_image_waiting },
};

export const ReviewNotice = ({
  review: { state, reason, note },
  of = 'content',
}: {
  review: OwnReview;
  /** A profile image: until the decision others see the one before. */
  of?: keyof typeof TEXTS;
}) =>
  state === 'refused' && reason ? (
    <span>
      {TEXTS[of].refused({ reason: `${REASON_TEXTS[reason]()} (${basisOf(reason)})` })}
      {note !== '' && ` ${note}`}
    </span>
  ) : (
    <span>{TEXTS[of].waiting()}</span>
  );
