// What a won appeal undoes of a decision about a person, as far as that is still possible, with the
// right that the decision needs.
import type { AppealEffect } from '@camarim/contract/features/help';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRight } from '@camarim/contract/staff';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import type { AdminAction } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { DecisionMade } from '../decisions/index.ts';
import {
  canReverseSale,
  holdOf,
  lockPayouts,
  overturnHold,
  reverseSaleIn,
} from '../funds/index.ts';
import { isShowWithheld, lockRecordedLive, overturnWithheld } from '../lives/index.ts';
import { settlementOf } from '../orders/index.ts';
import { lockUser, overturnBlock } from '../user/index.ts';
import {
  canReopen,
  isSuspended,
  lockStage,
  overturnRejection,
  overturnSuspension,
} from '../verifications/index.ts';
import type { TicketReader } from './policy.ts';

/** What the decision that is appealed against is about. */
type ContestedAct = { subjectId: string; ownerId: ProfileId };
/** The undoing of it, by the person of the team who decides. */
type UndoRequest = ContestedAct & {
  adminId: ProfileId;
  reason: string;
  /** Rights of the same person of the team. */
  has: TicketReader['has'];
};
type Deps = { ctx: Ctx; services: Services };

export type Remedy = {
  right: StaffRight;
  /** What it needs where the person is of the team, if that is another right. */
  rightAboutStaff?: StaffRight;
  /** Later acts about the same person or thing, after which this one is in force no more. */
  replacedBy: readonly AdminAction[];
  /**
   * Locks what it is about as every decision does, so that none replaces this one after it was
   * found to be in force.
   */
  lock: (tx: Transaction, about: ContestedAct) => Promise<unknown>;
  /** The effect of an act that is in force. */
  effectOf: (ctx: Ctx, db: Database, about: ContestedAct) => Promise<AppealEffect>;
  /** Does what `effectOf` says; `waits`: proposed only, because it takes a second person. */
  undo: (deps: Deps, tx: Transaction, act: UndoRequest) => Promise<'waits' | void>;
};

const PRODUCER = {
  right: 'identity.decide',
  replacedBy: ['producer.approved', 'producer.rejected', 'producer.suspended', 'producer.reopened'],
  lock: (tx: Transaction, { ownerId }: ContestedAct) => lockStage(tx, ownerId),
} as const;

/** No other decision replaces it. */
const LASTING: Pick<Remedy, 'replacedBy' | 'lock'> = { replacedBy: [], lock: async () => {} };
/** Its effect is over, or it had none but to be said. */
const SAID_ONLY: Remedy = {
  right: 'content.decide',
  ...LASTING,
  effectOf: async () => 'none',
  undo: async () => {},
};
/** The money is among the earnings again, and can be asked for again. */
const CASH_OUT_REFUSED: Remedy = { ...SAID_ONLY, right: 'money.decide' };
/** A blur and a pause of one show are in force each by itself; both end with the show. */
const withheldBy = (decision: 'blur' | 'pause'): Remedy => ({
  right: 'content.decide',
  replacedBy: [`live.${decision}`],
  lock: (tx, { subjectId }) => lockRecordedLive(tx, subjectId as LiveId),
  effectOf: async (_ctx, db, { subjectId }) =>
    (await isShowWithheld(db, subjectId as LiveId, decision)) ? 'resumes' : 'none',
  undo: ({ ctx }, tx, { subjectId, adminId, reason }) =>
    overturnWithheld(ctx, tx, { id: subjectId as LiveId, decision, adminId, reason }),
});

const REMEDIES: Record<DecisionMade, Remedy> = {
  'producer.suspended': {
    ...PRODUCER,
    effectOf: async (ctx, db, { ownerId }) =>
      (await isSuspended(ctx, db, ownerId)) ? 'unsuspends' : 'none',
    undo: ({ ctx }, tx, { ownerId, adminId, reason }) =>
      overturnSuspension(ctx, tx, { producerId: ownerId, adminId, reason }),
  },
  'producer.rejected': {
    ...PRODUCER,
    effectOf: async (_ctx, db, { ownerId }) =>
      (await canReopen(db, ownerId)) ? 'reopens' : 'none',
    undo: async ({ ctx }, tx, { ownerId, adminId, reason }) => {
      await overturnRejection(ctx, tx, { producerId: ownerId, adminId, reason });
    },
  },
  'order.settled': {
    right: 'orders.decide',
    ...LASTING,
    effectOf: async (ctx, db, { subjectId }) => {
      const transferId = await settlementOf(db, subjectId);
      if (!transferId) return 'none';
      return (await canReverseSale(ctx, db, transferId)) ? 'refunds' : 'spent';
    },
    undo: async ({ ctx, services }, tx, { subjectId, adminId, reason }) => {
      const transferId = await settlementOf(tx, subjectId);
      if (transferId)
        await reverseSaleIn(ctx, tx, services.payments, { transferId, adminId, reason });
    },
  },
  // The fan has the money, and nothing is taken from a wallet without its owner.
  'order.refunded': {
    right: 'orders.decide',
    ...LASTING,
    effectOf: async () => 'spent',
    undo: async () => {},
  },
  'user.blocked': {
    right: 'users.decide',
    rightAboutStaff: 'team.decide',
    replacedBy: ['user.blocked', 'user.unblocked'],
    lock: (tx, { subjectId }) => lockUser(tx, subjectId as UserId),
    effectOf: async (ctx, db, { ownerId }) =>
      (await ctx.accounts.isBlocked(db, ownerId)) ? 'unblocks' : 'none',
    undo: async ({ ctx }, tx, { subjectId, adminId, reason, has }) => {
      const reviewer = { adminId, decidesTeam: has('team.decide') };
      await overturnBlock(ctx, tx, reviewer, { userId: subjectId as UserId, reason });
    },
  },
  'cashOut.refused': CASH_OUT_REFUSED,
  'live.warn': SAID_ONLY,
  'live.blur': withheldBy('blur'),
  'live.pause': withheldBy('pause'),
  'live.end': SAID_ONLY,
  'payoutRules.held': {
    right: 'money.decide',
    replacedBy: ['payoutRules.held'],
    lock: (tx, { ownerId }) => lockPayouts(tx, ownerId),
    effectOf: async (ctx, db, { ownerId }) =>
      (await holdOf(ctx, db, ownerId)) ? 'releases' : 'none',
    undo: async ({ ctx }, tx, { ownerId, adminId, reason }) =>
      (await overturnHold(ctx, tx, { producerId: ownerId, adminId, reason })) ? undefined : 'waits',
  },
};

/** Null: content, a label of AI, or a refused report or request. */
export const remedyFor = (action: AdminAction): Remedy | null =>
  Object.hasOwn(REMEDIES, action) ? REMEDIES[action as DecisionMade] : null;
