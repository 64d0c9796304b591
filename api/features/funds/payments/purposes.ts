// What charges are for. Payments know no buyer: a feature that charges for something of its own
// declares a purpose here and registers what a payment for it does.
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { SaleKind } from '@camarim/contract/sales';
import type { Ctx } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { ChargeReport, ChargeRequest, GatewayName } from '../../../platform/payments/port.ts';

/**
 * Kind -> what a charge records of its purpose. A feature adds its own:
 * `declare module '…/funds/payments/purposes.ts' { interface ChargePurposes { … } }`.
 * Stored with the charge as JSON: ids and small facts, never personal data.
 */
export interface ChargePurposes {
  /** Money for the payer's wallet. */
  topUp: Record<never, never>;
}

type Kind = keyof ChargePurposes;

export type ChargePurpose<K extends Kind = Kind> = {
  [Each in K]: { kind: Each } & ChargePurposes[Each];
}[K];

/** What the owner of a purpose needs of its charge. */
export type PurposeCharge<K extends Kind = Kind> = {
  id: ChargeId;
  profileId: ProfileId;
  amountCentavos: Centavos;
  purpose: ChargePurpose<K>;
};

/** What a payment for a purpose does. Exported by the feature that owns the purpose. */
export type Fulfiller<K extends Kind = Kind> = {
  /**
   * In the transaction of the payment: credits the wallet by `credit` and buys what the payment was
   * for. Returns false when the money stays in the wallet. Locks what it needs before `credit`,
   * because accounts are locked last. Not called for a payment under fraud review, whose money goes
   * to the wallet when it is released.
   */
  fulfil(
    ctx: Ctx,
    tx: Transaction,
    charge: PurposeCharge<K>,
    credit: () => Promise<unknown>,
  ): Promise<boolean>;
  /**
   * Creates the charge at its gateway; the plain request is enough for most. Throws GatewayError.
   */
  create?(ctx: Ctx, charge: PurposeCharge<K>, request: ChargeRequest): Promise<ChargeReport>;
  /** Whether `create` creates more at the gateway, which polling the charge would not show. */
  createsMore?(purpose: ChargePurpose<K>): boolean;
  /** Syncs what `create` created besides the charge. Throws GatewayError. */
  sync?(ctx: Ctx, deps: PaymentDeps, gateway: GatewayName, ref: string): Promise<void>;
};

/**
 * Takes back what these transfers paid for, in the transaction that returns their money. Ignores
 * transfers of other features. May run twice.
 */
export type Revoker = (
  ctx: Ctx,
  tx: Transaction,
  transferIds: readonly TransferId[],
) => Promise<void>;

/** One for each kind of sale. */
export type Revokers = Readonly<Record<SaleKind, Revoker>>;

export type Fulfillers = { readonly [K in Kind]: Fulfiller<K> };

/** What payments need beyond the context: the fulfillers and revokers of all features. */
export type PaymentDeps = {
  fulfillers: Partial<Fulfillers>;
  revokers: Revokers;
};

/** The fulfiller of a charge's purpose. */
export const fulfillerOf = (
  { fulfillers }: PaymentDeps,
  { purpose: { kind } }: Pick<PurposeCharge, 'purpose'>,
): Fulfiller => {
  const fulfiller = fulfillers[kind];
  if (!fulfiller) throw new Error(`no feature fulfils charges for ${kind}`);
  return fulfiller;
};

/** The money stays in the wallet. */
export const topUpFulfiller: Fulfiller<'topUp'> = {
  fulfil: async (_ctx, _tx, _charge, credit) => {
    await credit();
    return false;
  },
};

/** Takes back what all features sold for these transfers. */
export const revokeSales = async (
  ctx: Ctx,
  { revokers }: PaymentDeps,
  tx: Transaction,
  transferIds: readonly TransferId[],
): Promise<void> => {
  for (const revoke of Object.values(revokers)) await revoke(ctx, tx, transferIds);
};
