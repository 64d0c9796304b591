// What administrators may do with a movement. Pure.
import type { transactionAction } from '@camarim/contract/features/funds/transactions';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { isSaleKind } from '@camarim/contract/sales';
import type { z } from 'zod';
import type { GatewayName } from '../../../../platform/payments/port.ts';
import type { TransactionRow } from './store.ts';

export type TransactionAction = z.infer<typeof transactionAction>;

type SharePart = { owner: ProfileId; amount: Centavos; releaseAt: Date; held: boolean };

/** The parts of a producer's share, soonest first: the whole share, or the months of a bundle. */
export const shareParts = ({ entries }: Pick<TransactionRow, 'entries'>): SharePart[] =>
  entries
    .flatMap(({ owner, account, amount, releaseAt, held }) =>
      owner !== null && account === 'pending' && releaseAt !== null && amount > 0
        ? [{ owner, amount, releaseAt: new Date(releaseAt), held }]
        : [],
    )
    .sort((a, b) => a.releaseAt.getTime() - b.releaseAt.getTime());

/** The parts that are not released at `now`. */
export const heldParts = (row: Pick<TransactionRow, 'entries'>, now: Date): SharePart[] =>
  shareParts(row).filter(({ held, releaseAt }) => held && releaseAt > now);

export const isSale = ({ kind }: Pick<TransactionRow, 'kind'>): boolean => isSaleKind(kind);

/** Its money is locked by a fraud review. */
export const isHeld = ({ kind, heldUntil }: Pick<TransactionRow, 'kind' | 'heldUntil'>): boolean =>
  kind === 'topUp' && heldUntil !== null;

/**
 * It was reversed or charged back, or a part of it went back: the rest can only go the same way.
 */
export const isUndone = ({
  reversedBy,
  charge,
  takenBack,
}: Pick<TransactionRow, 'reversedBy' | 'charge' | 'takenBack'>): boolean =>
  reversedBy !== null ||
  takenBack ||
  charge?.status === 'charged_back' ||
  charge?.status === 'refunded';

/**
 * Suspicious money whose refund failed: locked until an administrator releases it or refunds it in
 * the gateway's panel.
 */
export const isLockedAgain = ({
  kind,
  chargeId,
  entries,
  releasedBy,
}: Pick<TransactionRow, 'kind' | 'chargeId' | 'entries' | 'releasedBy'>): boolean =>
  kind === 'refundFailed' &&
  chargeId !== null &&
  releasedBy === null &&
  entries.some(({ account }) => account === 'locked');

/**
 * Acquirers report chargebacks outside of their APIs; gateways of other methods report them
 * themselves.
 */
export const isChargeable = ({ charge }: Pick<TransactionRow, 'charge'>): boolean =>
  charge?.method === 'card' && charge.status === 'paid';

/**
 * What an administrator may do now, by the stored state; the action checks again. `refundable`:
 * gateways with refunds.
 */
export const actionsOf = (
  row: TransactionRow,
  now: Date,
  refundable: ReadonlySet<GatewayName>,
): TransactionAction[] => {
  if (isLockedAgain(row)) return ['release'];
  if (isUndone(row)) return [];
  if (row.kind === 'topUp')
    return [
      ...(isHeld(row) ? (['release'] as const) : []),
      'reverse',
      ...(row.charge && refundable.has(row.charge.provider) ? (['reverse-payment'] as const) : []),
      ...(isChargeable(row) ? (['charge-back'] as const) : []),
    ];
  if (!isSale(row)) return [];
  return heldParts(row, now).length > 0 && !row.releasedBy ? ['release', 'reverse'] : ['reverse'];
};
