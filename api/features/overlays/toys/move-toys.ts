// Moves toys by the events of rooms: commands are put one after another, each by a job at its time.
import type { ToyAction } from '@camarim/contract/features/overlays/toys';
import type { ProfileId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Ctx } from '../../../context.ts';
import { roomEventsAfter } from '../../lives/index.ts';
import { planMoves } from './rules.ts';
import { lockToy, setProgress, setReachable, toyOf, toysBehind } from './store.ts';

export const MOVE_JOB = 'overlays.moveToy';
const BATCH = 200;

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    'overlays.moveToy': { producerId: ProfileId; queue: string; action: ToyAction };
  }
}

/** May run at the same time in several processes. */
export const planToy = (ctx: Ctx, producerId: ProfileId): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const toy = ctx.toys && (await lockToy(tx, producerId));
    if (!toy) return;
    const events = await roomEventsAfter(tx, producerId, toy.last_seq, BATCH);
    const last = events.at(-1);
    if (!last) return;
    const now = ctx.clock.now();
    const { moves, busyUntil } = planMoves(toy, events, { now, busyUntil: toy.busy_until });
    await setProgress(tx, producerId, { lastSeq: last.seq, busyUntil });
    for (const { action, startAt } of moves) {
      const job = { producerId, queue: toy.queue, action };
      await ctx.jobs.enqueue(tx, MOVE_JOB, job, { startAfter: startAt });
    }
  });

/** What no realtime event announced. */
export const planAllToys = async (ctx: Ctx): Promise<void> => {
  for (const producerId of await toysBehind(ctx.db)) await planToy(ctx, producerId);
};

/**
 * At most once: a command that failed is not repeated, because the moment of its tip is over. When
 * the toy was stopped or disconnected while the command was on its way, it is stopped again.
 */
export const moveToy = async (
  ctx: Ctx,
  { producerId, queue, action }: { producerId: ProfileId; queue: string; action: ToyAction },
): Promise<void> => {
  const toy = await toyOf(ctx.db, producerId);
  if (!ctx.toys || !toy?.uid || toy.queue !== queue) return;
  const result = await ctx.toys.move(toy.uid, action);
  await setReachable(ctx.db, toy.uid, result === 'done');
  const after = await toyOf(ctx.db, producerId);
  if (after?.queue !== queue) await ctx.toys.stop(toy.uid);
};
