// What administrators do about a show: at once, recorded with the reason, which its producer reads.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveDecision } from '@camarim/contract/features/lives/moderation';
import type { ProfileId } from '@camarim/contract/ids';
import { recordAct } from '../../../platform/audit/audit.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import { notifyDecided } from '../../decisions/index.ts';
import { notify } from '../../notifications/index.ts';
import { endLive } from '../end-live.ts';
import { publishMedia } from '../outputs/control-recording.ts';
import { lockRecordedLive, type RecordedLive } from '../outputs/recordings-store.ts';
import { insertDecision, setWithheld, type WithholdDecision } from './decisions-store.ts';
import type { ReviewedLive } from './policy.ts';
import { applyWithheld } from './withhold.ts';

/** What the watchers of a show are not given after the decision. */
const withheldAfter = (
  decision: LiveDecision,
  {
    blurred_at: blurredAt,
    withheld_at: withheldAt,
  }: Pick<RecordedLive, 'blurred_at' | 'withheld_at'>,
  now: Date,
): { blurredAt: Date | null; withheldAt: Date | null } => {
  if (decision === 'blur') return { blurredAt: blurredAt ?? now, withheldAt };
  if (decision === 'pause') return { blurredAt, withheldAt: withheldAt ?? now };
  if (decision === 'resume') return { blurredAt: null, withheldAt: null };
  return { blurredAt, withheldAt };
};

const notifyProducer = async (
  ctx: Ctx,
  tx: Transaction,
  live: RecordedLive,
  reason: string,
): Promise<void> => {
  await ctx.outbox.publish(tx, {
    event: 'livesMedia',
    topics: [topicKey('member', live.producer_id)],
    payload: {
      id: live.id,
      recording: 'off',
      blurred: live.blurred_at !== null,
      withheld: live.withheld_at !== null,
      warning: reason,
    },
  });
  await notify(ctx, tx, { profileId: live.producer_id, type: 'liveDecided', text: reason });
};

type RecordedDecision = { adminId: ProfileId; decision: LiveDecision; reason: string; now: Date };

/**
 * Records it about a locked show; a job asks the engine, also when it does not answer at first or
 * this process dies. Its producer contests it by its own id: an earlier decision on the show may
 * still be in force.
 */
export const recordDecision = async (
  ctx: Ctx,
  tx: Transaction,
  live: RecordedLive,
  { adminId, decision, reason, now }: RecordedDecision,
  withheld = withheldAfter(decision, live, now),
): Promise<RecordedLive> => {
  const changed = { ...live, blurred_at: withheld.blurredAt, withheld_at: withheld.withheldAt };
  await setWithheld(tx, live.id, withheld);
  const id = await insertDecision(tx, { liveId: live.id, decision, reason, adminId, now });
  await recordAct(tx, {
    adminId,
    action: `live.${decision}`,
    profileId: live.producer_id,
    subjectId: live.id,
    reason,
    now,
  });
  if (decision !== 'warn' && decision !== 'end') {
    await publishMedia(ctx, tx, changed);
    await ctx.jobs.enqueue(tx, 'lives.withhold', { liveId: live.id });
  }
  await notifyProducer(ctx, tx, changed, reason);
  if (decision !== 'resume')
    await notifyDecided(ctx, tx, {
      profileId: live.producer_id,
      action: `live.${decision}`,
      subjectId: id,
      reason,
    });
  return changed;
};

/**
 * Throws live.notFound when the show has ended, and live.unavailable when the engine can't be
 * asked.
 */
export const decideLive = async (
  ctx: Ctx,
  { adminId, live: { id } }: Allowed<ReviewedLive>,
  { decision, reason }: { decision: LiveDecision; reason: string },
): Promise<void> => {
  const now = ctx.clock.now();
  const decided = await transaction(ctx.db, async (tx) => {
    const live = await lockRecordedLive(tx, id);
    if (!live) throw new AppError('live.notFound');
    return recordDecision(ctx, tx, live, { adminId, decision, reason, now });
  });
  if (decision === 'end') return endLive(ctx, id, 'moderation');
  if (decision === 'warn') return;
  await applyWithheld(ctx, decided).catch(() => {
    throw new AppError('live.unavailable');
  });
};

/**
 * In the caller's transaction: the blur or the pause of an open show ends, because its producer
 * contested it; the other stays.
 */
export const overturnWithheld = async (
  ctx: Ctx,
  tx: Transaction,
  {
    id,
    decision: ended,
    adminId,
    reason,
  }: { id: LiveId; decision: WithholdDecision; adminId: ProfileId; reason: string },
): Promise<void> => {
  const live = await lockRecordedLive(tx, id);
  if (!live) return;
  const now = ctx.clock.now();
  const decision = { adminId, decision: 'resume', reason, now } as const;
  await recordDecision(ctx, tx, live, decision, {
    blurredAt: ended === 'blur' ? null : live.blurred_at,
    withheldAt: ended === 'pause' ? null : live.withheld_at,
  });
};
