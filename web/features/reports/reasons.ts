// Texts of the report reasons.
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
