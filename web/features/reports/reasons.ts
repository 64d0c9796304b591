// Texts of the reasons of reports, and of what is reported.
import type { BodyInput } from '@camarim/contract/route';
import type { Routes } from '@camarim/contract';
import { m } from '../../paraglide/messages.js';

export type ReportBody = BodyInput<Routes['POST /reports']>;

export const REPORT_REASONS: Record<ReportBody['reason'], () => string> = {
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

/** What was reported. */
export const REPORT_TARGETS: Record<ReportBody['targetKind'], () => string> = {
  post: m.dsb_reports_post,
  media: m.dsb_reports_media,
  comment: m.dsb_reports_comment,
  profile: m.dsb_reports_profile,
  message: m.dsb_reports_message,
  live: m.dsb_reports_live,
  order: m.dsb_reports_order,
};
