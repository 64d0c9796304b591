// Disputes by card scheme with the scheme's limit drawn, and how long decisions took.
import type { ReactNode } from 'react';
import { LimitChart } from '../../client/charts/LimitChart.tsx';
import { m } from '../../paraglide/messages.js';
import { formatHours, formatMoney, formatNumber, formatPercent } from '../../ui/display/formats.ts';
import { FigureTable, type TableFile } from './OverviewTables.tsx';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

type Scheme = Overview['schemes'][number];
type Approval = Overview['approvals'][number];

const showRatio = ({ ratioBps, limitBps, limitFrom }: Scheme): ReactNode => {
  if (ratioBps === null) return '–';
  if (limitBps === null) return formatPercent(ratioBps);
  return (
    <span className={styles.share}>
      {m.dsb_scheme_ratio({ ratio: formatPercent(ratioBps), limit: formatPercent(limitBps) })}{' '}
      {ratioBps >= limitBps && <b>{m.dsb_scheme_over()}</b>}
      <LimitChart share={ratioBps} limit={limitBps} />
      {limitFrom > 0 && (
        <span className={styles.from}>{m.dsb_scheme_from({ count: formatNumber(limitFrom) })}</span>
      )}
    </span>
  );
};

export const SchemesTable = ({ schemes, file }: TableFile & { schemes: readonly Scheme[] }) => (
  <FigureTable
    file={file}
    label={m.dsb_schemes()}
    first={{ name: m.dsb_scheme, value: ({ name }) => name ?? m.dsb_scheme_unknown() }}
    rows={schemes}
    columns={[
      { name: m.dsb_scheme_share, value: showRatio },
      { name: m.dsb_scheme_disputes, value: ({ disputes }) => formatNumber(disputes) },
      { name: m.dsb_scheme_payments, value: ({ payments }) => formatNumber(payments) },
      { name: m.dsb_figure_disputed, value: ({ disputed }) => formatMoney(disputed) },
    ]}
  />
);

const CLASSES: Readonly<Record<string, () => string>> = {
  childSafety: m.transparency_class_child_safety,
  terrorism: m.transparency_class_terrorism,
  intimate: m.transparency_class_intimate,
  other: m.transparency_class_other,
};
const KINDS: Record<Approval['kind'], () => string> = {
  producerRequest: m.dsb_approval_producers,
  ageCheck: m.dsb_work_age_check,
  performerCheck: m.dsb_work_performer_check,
  report: m.dsb_approval_reports,
  removalRequest: m.dsb_work_removal_request,
  appeal: m.dsb_work_appeal,
  helpTicket: m.dsb_work_help_ticket,
  refundRequest: m.dsb_work_refund_request,
  paymentReview: m.dsb_approval_payments,
  dispute: m.dsb_approval_disputes,
  fraudAlert: m.dsb_work_fraud_alert,
  cashOut: m.dsb_approval_cash_outs,
  disputedOrder: m.dsb_work_disputed_order,
  statementDifference: m.dsb_work_statement_difference,
  contentReview: m.dsb_approval_reviews,
};

const nameOf = ({ kind, part }: Approval): string =>
  part === null ? KINDS[kind]() : `${KINDS[kind]()}: ${CLASSES[part]?.() ?? part}`;

export const ApprovalsTable = ({
  approvals,
  file,
}: TableFile & { approvals: readonly Approval[] }) => (
  <FigureTable
    file={file}
    label={m.dsb_approvals()}
    first={{ name: m.dsb_approval_kind, value: nameOf }}
    rows={approvals}
    columns={[
      { name: m.dsb_approval_decided, value: ({ decided }) => formatNumber(decided) },
      {
        name: m.transparency_median,
        value: ({ medianHours }) => (medianHours === null ? '–' : formatHours(medianHours)),
      },
    ]}
  />
);
