// What can be bought: each kind is paid by the feature that sells it. The app installs the table,
// so that the wallet can finish a purchase of any kind once its charge is paid.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import type { SaleKind } from '@camarim/contract/sales';
import type { QueryClient } from '@tanstack/react-query';

/** Carried by a 402 and by a top-up: the purchase to repeat once it is paid. */
export type Intent = NonNullable<BodyInput<Routes['POST /funds']>['intent']>;

/**
 * Statuses of a refused payment that its dialog shows beside what is to be corrected
 * (PaymentProblem), instead of a toast over it.
 */
export const PAYMENT_REFUSALS: readonly number[] = [400, 409, 429, 502, 503];

export type Sale<Kind extends SaleKind> = {
  /**
   * Throws the API's refusal, which the dialog shows (PAYMENT_REFUSALS); a 402 opens the wallet.
   */
  pay: (intent: Extract<Intent, { kind: Kind }>, idempotencyKey: string) => Promise<unknown>;
  /** Fetches again what the purchase has changed, the wallet excepted. */
  refresh: (client: QueryClient, intent: Extract<Intent, { kind: Kind }>) => Promise<unknown>;
};

/** Loaders: the code of a sale is needed with its first payment. */
export type Sales = { readonly [Kind in SaleKind]: () => Promise<Sale<Kind>> };

let sales: Sales | undefined;

export const installSales = (installed: Sales): void => {
  sales = installed;
};

export const saleOf = async (intent: Intent): Promise<Sale<SaleKind>> => {
  if (!sales) throw new Error('no sales are installed');
  return (await sales[intent.kind]()) as Sale<SaleKind>;
};
