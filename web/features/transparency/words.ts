// Transparency figures in words: what is counted, by what, and its values.
import type { FigureSubject } from '@camarim/contract/features/transparency/subjects';
import { m } from '../../paraglide/messages.js';

export const SUBJECT_TEXTS: Record<FigureSubject, () => string> = {
  reportsReceived: m.transparency_s_reports_received,
  reportsDecided: m.transparency_s_reports_decided,
  contentRemoved: m.transparency_s_content_removed,
  withholdings: m.transparency_s_withholdings,
  removalsReceived: m.transparency_s_removals_received,
  removalsDecided: m.transparency_s_removals_decided,
  mediasRemoved: m.transparency_s_medias_removed,
  reviewsDecided: m.transparency_s_reviews_decided,
  liveDecisions: m.transparency_s_live_decisions,
  aiLabelsDecided: m.transparency_s_ai_labels_decided,
  appealsReceived: m.transparency_s_appeals_received,
  appealsDecided: m.transparency_s_appeals_decided,
  ageTries: m.transparency_s_age_tries,
  identityChecks: m.transparency_s_identity_checks,
  performerAnswers: m.transparency_s_performer_answers,
  staffDecisions: m.transparency_s_staff_decisions,
};

type Words = Readonly<Record<string, () => string>>;

const AREAS: Words = {
  user: m.audit_area_user,
  producer: m.audit_area_producer,
  performer: m.audit_area_performer,
  age: m.audit_area_age,
  report: m.audit_area_report,
  review: m.transparency_review,
  removal: m.transparency_removal,
  media: m.audit_area_media,
  post: m.audit_area_post,
  live: m.audit_area_live,
  order: m.audit_area_order,
  cashOut: m.audit_area_cash_out,
  transaction: m.audit_area_transaction,
  statement: m.audit_area_statement,
  ticket: m.audit_area_ticket,
  payoutRules: m.audit_area_payout_rules,
  admin: m.audit_area_admin,
  audit: m.audit_area_audit,
};

const REASONS: Words = {
  minor: m.report_minor,
  terrorism: m.report_terrorism,
  intimateImage: m.report_intimate_image,
  noConsent: m.report_no_consent,
  violence: m.report_violence,
  fraud: m.report_fraud,
  copyright: m.report_copyright,
  harassment: m.report_harassment,
  other: m.report_other,
};

const GROUNDS: Words = {
  intimateImage: m.removal_ground_intimate,
  minor: m.removal_ground_minor,
  consentWithdrawn: m.removal_ground_withdrawn,
  generated: m.removal_ground_generated,
};

/** The name of a property, and its values. */
const PROPERTIES: Readonly<Record<string, readonly [name: () => string, values: Words]>> = {
  class: [
    m.transparency_by_class,
    {
      childSafety: m.transparency_class_child_safety,
      terrorism: m.transparency_class_terrorism,
      intimate: m.transparency_class_intimate,
      other: m.transparency_class_other,
    },
  ],
  source: [
    m.transparency_by_source,
    { member: m.transparency_member, visitor: m.transparency_visitor },
  ],
  reason: [m.transparency_by_reason, REASONS],
  code: [m.transparency_by_reason, { ...GROUNDS, ...REASONS }],
  outcome: [
    m.transparency_by_outcome,
    {
      removed: m.transparency_removed,
      dismissed: m.transparency_dismissed,
      upheld: m.transparency_upheld,
      overturned: m.transparency_overturned,
      refused: m.transparency_refused,
      over: m.transparency_over,
      under: m.transparency_under,
      unavailable: m.transparency_unavailable,
    },
  ],
  origin: [
    m.transparency_by_cause,
    {
      report: m.transparency_report,
      removal: m.transparency_removal,
      moderation: m.transparency_own_initiative,
    },
  ],
  inTime: [
    m.transparency_by_in_time,
    { inTime: m.transparency_in_time, late: m.transparency_late },
  ],
  cause: [
    m.transparency_by_cause,
    { report: m.transparency_report, removal: m.transparency_removal },
  ],
  kind: [
    m.transparency_by_kind,
    {
      post: m.transparency_post,
      media: m.transparency_media,
      comment: m.transparency_comment,
      message: m.transparency_message,
      order: m.audit_area_order,
      profile: m.transparency_profile,
      live: m.audit_area_live,
      broadcast: m.transparency_broadcast,
    },
  ],
  ground: [m.transparency_by_reason, GROUNDS],
  via: [
    m.transparency_by_via,
    {
      link: m.transparency_via_link,
      picture: m.transparency_via_picture,
      copy: m.transparency_via_copy,
      later: m.transparency_via_later,
    },
  ],
  result: [
    m.transparency_by_outcome,
    {
      approved: m.transparency_approved,
      verified: m.transparency_over,
      refused: m.transparency_refused,
      rejected: m.transparency_refused,
      revoked: m.transparency_revoked,
      minor: m.reviews_reason_minor,
      noConsent: m.reviews_reason_no_consent,
      undeclaredPerformer: m.reviews_reason_undeclared,
      violence: m.reviews_reason_violence,
      copyright: m.reviews_reason_copyright,
      misleading: m.reviews_reason_misleading,
      outsidePayment: m.reviews_reason_outside_payment,
      other: m.reviews_reason_other,
    },
  ],
  decision: [
    m.transparency_by_outcome,
    {
      warn: m.transparency_warn,
      blur: m.transparency_blur,
      pause: m.transparency_pause,
      resume: m.transparency_resume,
      end: m.transparency_end,
    },
  ],
  label: [
    m.transparency_by_label,
    {
      none: m.ai_none,
      altered: m.ai_altered,
      generated: m.ai_generated,
      takenBack: m.transparency_label_taken_back,
    },
  ],
  method: [
    m.transparency_by_method,
    { document: m.transparency_document, wallet: m.transparency_wallet },
  ],
  check: [
    m.transparency_by_check,
    {
      age: m.transparency_age,
      producer: m.transparency_producer,
      performer: m.transparency_performer,
    },
  ],
  answer: [
    m.transparency_by_answer,
    {
      grant: m.transparency_given,
      refusal: m.transparency_refused,
      withdrawal: m.transparency_withdrawn,
    },
  ],
  about: [m.audit_area, AREAS],
  area: [m.audit_area, AREAS],
  decidedBy: [
    m.transparency_by_decided_by,
    { staff: m.transparency_staff, automatic: m.transparency_automatic },
  ],
};

export const propertyText = (by: string): string => PROPERTIES[by]?.[0]() ?? by;
/** A value without a text is shown as the code it is. */
export const valueText = (by: string, key: string): string => PROPERTIES[by]?.[1][key]?.() ?? key;
/** The value of the coarser property around a part. */
export const withinText = (key: string): string =>
  [PROPERTIES.class, PROPERTIES.check].flatMap((one) => one?.[1][key] ?? [])[0]?.() ?? key;
