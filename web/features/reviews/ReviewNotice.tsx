// What the author of held content reads: that it waits, or why it was refused.
import type { Data } from '../../client/api/api.ts';
import { m } from '../../paraglide/messages.js';
import { basisOf, REASON_TEXTS } from './words.ts';

type OwnReview = NonNullable<Data<'GET /chats/broadcasts'>[number]['review']>;

export const ReviewNotice = ({ review: { state, reason, note } }: { review: OwnReview }) =>
  state === 'refused' && reason ? (
    <span>
      {m.reviews_own_refused({ reason: `${REASON_TEXTS[reason]()} (${basisOf(reason)})` })}
      {note !== '' && ` ${note}`}
    </span>
  ) : (
    <span>{m.reviews_own_waiting()}</span>
  );
