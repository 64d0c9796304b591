// Alerts about limits against fraud that were reached: opened with their evidence, shown, decided.
import type { Routes } from '@camarim/contract';
import { EVIDENCE_MAX } from '@camarim/contract/features/fraud/alerts';
import { CLAIM_MINUTES } from '@camarim/contract/features/todo/kinds';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { MINUTE_MS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { type ArchiveFile, jsonFile } from '../../platform/archive/archive.ts';
import { claimItem, recordAct, releaseItem } from '../../platform/audit/audit.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import {
  type AlertRow,
  alertsAbout,
  type Evidence,
  lastRelease,
  listAlerts,
  lockAlert,
  markDecided,
  type NewAlert,
  upsertAlert,
} from './alert-store.ts';
import type { AlertDecider } from './policy.ts';
import { decisionsOf } from './rules.ts';

type Alert = DataInput<Routes['GET /dsb/fraud']>[number];

/**
 * What was counted. `times`, `people` and `sales` may be long; the newest are kept.
 */
export type AlertEvidence = Pick<Evidence, 'counted' | 'limit' | 'unit' | 'hours' | 'bin'> & {
  times: readonly Date[];
  people: readonly ProfileId[];
  sales?: readonly { id: string; at: Date; amount: number }[];
};

/**
 * Opens an alert, or adds a hit to the open one of this rule and subject. `subject` is what is
 * counted, as `account:<id>`; see `countedSince`.
 */
export const openAlert = async (
  { clock }: Pick<Ctx, 'clock'>,
  db: Transaction | Ctx['db'],
  { evidence, ...alert }: Omit<NewAlert, 'id' | 'evidence' | 'now'> & { evidence: AlertEvidence },
): Promise<void> => {
  const { times, people, sales = [], ...counts } = evidence;
  await upsertAlert(db, {
    ...alert,
    id: newId(),
    now: clock.now(),
    evidence: {
      ...counts,
      times: times.slice(0, EVIDENCE_MAX).map((at) => at.toISOString()),
      people: [...new Set(people)].slice(0, EVIDENCE_MAX),
      sales: sales.slice(0, EVIDENCE_MAX).map(({ id, at, amount }) => ({
        id: id as TransferId,
        at: at.toISOString(),
        amount,
      })),
    },
  });
};

/** The instant from which a subject is counted: `since`, or a later release of it. */
export const countedSince = async (
  db: Transaction | Ctx['db'],
  subject: string,
  since: Date,
): Promise<Date> => {
  const released = await lastRelease(db, subject);
  return released && released > since ? released : since;
};

const present = (row: AlertRow, people: ReadonlyMap<ProfileId, ProfileSummary>): Alert => {
  const person = (id: ProfileId | null) => (id === null ? null : (people.get(id) ?? null));
  const { counted, limit, unit, hours, times, bin = null } = row.evidence;
  return {
    id: row.id,
    rule: row.rule,
    about: person(row.about_id),
    producer: person(row.producer_id),
    bin,
    openedAt: row.opened_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    hits: row.hits,
    counted,
    limit,
    unit,
    hours,
    times,
    people: row.evidence.people.flatMap((id) => people.get(id) ?? []),
    sales: row.evidence.sales.map(({ amount, ...sale }) => ({ ...sale, amount: centavos(amount) })),
    can:
      row.decision === null
        ? decisionsOf({ aboutId: row.about_id, sales: row.evidence.sales })
        : [],
    decision: row.decision,
    decidedBy: person(row.decided_by),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
};

export const viewAlerts = async (
  ctx: Ctx,
  { decided, limit, offset }: QueryOf<Routes['GET /dsb/fraud']>,
): Promise<Alert[]> => {
  const rows = await listAlerts(ctx.db, decided, { limit, offset });
  const ids = rows.flatMap((row) =>
    [row.about_id, row.producer_id, row.decided_by, ...row.evidence.people].filter(
      (id) => id !== null,
    ),
  );
  const people = await summarise(ctx, [...new Set(ids)]);
  return rows.map((row) => present(row, people));
};

/** Whether these are the sales of the alert, in any order. */
const isShown = ({ evidence }: AlertRow, sales: readonly string[]): boolean =>
  new Set(sales).symmetricDifference(new Set<string>(evidence.sales.map(({ id }) => id))).size ===
  0;

/** Whether the alert has sales that are none of these. */
const hasOthers = ({ evidence }: AlertRow, sales: readonly string[]): boolean =>
  evidence.sales.some(({ id }) => !sales.includes(id));

type Counts = { refunded: number; left: number };

/** Each sale in a transaction of its own, so that one that was spent keeps none of the others. */
const refundSales = async (
  { saleReversals }: Services,
  { evidence }: AlertRow,
  act: { adminId: ProfileId; reason: string },
): Promise<Counts> => {
  const counts = { refunded: 0, left: 0 };
  for (const { id: transferId } of evidence.sales) {
    const done = await saleReversals.reverse({ ...act, transferId });
    counts[done ? 'refunded' : 'left'] += 1;
  }
  return counts;
};

/**
 * Claims the alert for who decides it: refunds and blocks are transactions of their own, and until
 * the last of them no other person may decide. Throws fraud.alreadyDecided and decision.claimed.
 */
const claimAlert = async (ctx: Ctx, adminId: ProfileId, id: string): Promise<void> => {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MINUTES * MINUTE_MS);
  await transaction(ctx.db, async (tx) => {
    const current = await lockAlert(tx, id);
    if (current?.decision !== null) throw new AppError('fraud.alreadyDecided');
    if (!(await claimItem(tx, { kind: 'fraudAlert', id }, { adminId, until, now })))
      throw new AppError('decision.claimed');
  });
};

type DecisionReply = DataInput<Routes['POST /dsb/fraud/{id}']>;

/** `decided` is false while a second administrator has to agree to a block. */
const decideClaimed = async (
  ctx: Ctx,
  services: Services,
  { adminId, alert, reviewer }: Allowed<AlertDecider>,
  { decision, reason, sales }: BodyOf<Routes['POST /dsb/fraud/{id}']>,
): Promise<DecisionReply> => {
  const counts: Counts =
    decision === 'refund'
      ? await refundSales(services, alert, { adminId, reason })
      : { refunded: 0, left: 0 };
  if (
    decision === 'block' &&
    alert.about_id !== null &&
    !(await services.accountBlocks.block(reviewer, alert.about_id, reason))
  )
    return { id: alert.id, decided: false, ...counts };
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const current = await lockAlert(tx, alert.id);
    if (current?.decision !== null) throw new AppError('fraud.alreadyDecided');
    // Sales that were made during the refunds stay in an open alert; those that went back leave it.
    if (decision === 'refund' && hasOthers(current, sales)) throw new AppError('fraud.changed');
    await markDecided(tx, alert.id, { decision, adminId, reason, now });
    await recordAct(tx, {
      adminId,
      action: ACTIONS[decision],
      profileId: alert.about_id ?? alert.producer_id,
      subjectId: alert.id,
      reason,
      now,
    });
  });
  return { id: alert.id, decided: true, ...counts };
};

/**
 * Refunds and blocks come first, each whole by itself; the alert is closed after them, so that a
 * decision that was cut off is made again. It stays open while a second administrator has to agree
 * to a block, and when the decision fails: others may then decide it at once. Throws
 * fraud.alreadyDecided, fraud.notPossible, fraud.changed when a refund would be about other sales
 * than those that were shown, decision.claimed, and what refuses a block.
 */
export const decideAlert = async (
  ctx: Ctx,
  services: Services,
  decider: Allowed<AlertDecider>,
  body: BodyOf<Routes['POST /dsb/fraud/{id}']>,
): Promise<DecisionReply> => {
  const { adminId, alert } = decider;
  const { decision, sales } = body;
  if (alert.decision !== null) throw new AppError('fraud.alreadyDecided');
  const possible = decisionsOf({ aboutId: alert.about_id, sales: alert.evidence.sales });
  if (!possible.includes(decision)) throw new AppError('fraud.notPossible');
  if (decision === 'refund' && !isShown(alert, sales)) throw new AppError('fraud.changed');
  await claimAlert(ctx, adminId, alert.id);
  const releaseClaim = () =>
    releaseItem(ctx.db, { kind: 'fraudAlert', id: alert.id }, { adminId, now: ctx.clock.now() });
  try {
    const done = await decideClaimed(ctx, services, decider, body);
    if (!done.decided) await releaseClaim();
    return done;
  } catch (error) {
    await releaseClaim();
    throw error;
  }
};

const ACTIONS = {
  release: 'fraud.released',
  refund: 'fraud.refunded',
  block: 'fraud.blocked',
} as const;

/** What was decided about the person; the limits themselves stay the installation's. */
export const exportAlertsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  jsonFile('wallet/fraud-alerts.json', async () =>
    (await alertsAbout(db, profileId)).map(({ rule, opened_at, hits, decision, decided_at }) => ({
      rule,
      openedAt: opened_at.toISOString(),
      hits,
      decision,
      decidedAt: decided_at?.toISOString() ?? null,
    })),
  ),
];
