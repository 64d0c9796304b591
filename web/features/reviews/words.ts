// Reviews in words: reasons with their policies, causes, kinds, modes.
import {
  REVIEW_REASONS,
  type ReviewCause,
  type ReviewKind,
  type ReviewMode,
  type ReviewPolicy,
  type ReviewReason,
} from '@camarim/contract/features/reviews/reasons';
import { m } from '../../paraglide/messages.js';

export const REASON_TEXTS: Record<ReviewReason, () => string> = {
  minor: m.reviews_reason_minor,
  noConsent: m.reviews_reason_no_consent,
  undeclaredPerformer: m.reviews_reason_undeclared,
  violence: m.reviews_reason_violence,
  copyright: m.reviews_reason_copyright,
  misleading: m.reviews_reason_misleading,
  outsidePayment: m.reviews_reason_outside_payment,
  other: m.reviews_reason_other,
};

const POLICY_TEXTS: Record<ReviewPolicy, () => string> = {
  terms: m.reviews_policy_terms,
  contract: m.reviews_policy_contract,
};

/** Which policy has the rule, and whether a refusal for it counts. */
export const basisOf = (reason: ReviewReason): string => {
  const { policy, strike } = REVIEW_REASONS[reason];
  return [POLICY_TEXTS[policy](), strike && m.reviews_strike()].filter(Boolean).join(', ');
};

export const CAUSE_TEXTS: Record<ReviewCause, () => string> = {
  all: m.reviews_cause_all,
  newProducer: m.reviews_cause_new_producer,
  strikes: m.reviews_cause_strikes,
  sample: m.reviews_cause_sample,
  match: m.reviews_cause_match,
  report: m.reviews_cause_report,
  face: m.reviews_cause_face,
};

export const KIND_TEXTS: Record<ReviewKind, () => string> = {
  post: m.reviews_kind_post,
  broadcast: m.reviews_kind_broadcast,
  automation: m.reviews_kind_automation,
  welcome: m.reviews_kind_welcome,
  avatar: m.reviews_kind_avatar,
  cover: m.reviews_kind_cover,
  frames: m.reviews_kind_frames,
};

export const MODE_TEXTS: Record<ReviewMode, () => string> = {
  off: m.reviews_mode_off,
  newProducers: m.reviews_mode_new_producers,
  sample: m.reviews_mode_sample,
  all: m.reviews_mode_all,
};
