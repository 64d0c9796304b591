// Who may top up how, and who may see which charge.
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { GatewayName, PaymentMethod, Payer } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Charge, type Intent, findCharge } from './charge-store.ts';

/** A top-up that somebody asks for. */
export type TopUpOrder = { profileId: ProfileId; provider: GatewayName; method: PaymentMethod; amountCentavos: Centavos; payer: Payer | null; intent: Intent | null };

/** Check digits included; a CNPJ may have letters since 2026. */
const isDocument = (document: string): boolean => (document.length === 11 ? isValidCpf(document) : isValidCnpj(document, { version: 2 }));

/** Methods whose gateways ask who pays. */
const ASKS_PAYER: readonly PaymentMethod[] = ['boleto', 'picpay'];

/**
 * Anybody with a wallet, by any method that a gateway of this installation takes. Throws wallet.methodUnavailable, and
 * validate.required for a payer that is missing.
 */
export const mayTopUp = ({ payments }: Pick<Platform, 'payments'>, viewer: Viewer, asked: Pick<TopUpOrder, 'method' | 'amountCentavos' | 'payer' | 'intent'>): Allowed<TopUpOrder> => {
  const provider = (Object.keys(payments) as GatewayName[]).find((name) => payments[name]?.methods.includes(asked.method));
  if (!provider) throw new AppError('wallet.methodUnavailable');
  if (ASKS_PAYER.includes(asked.method) && !asked.payer) throw fieldError('payer', 'validate.required');
  if (asked.payer && !isDocument(asked.payer.document)) throw fieldError('payer.document', 'validate.invalid');
  return allow({ ...asked, provider, profileId: viewer.profileId });
};

/** A charge of the viewer's own; anybody else's is not there. Throws charge.notFound. */
export const ownCharge = async ({ db }: Pick<Platform, 'db'>, viewer: Viewer, id: ChargeId): Promise<Charge> => {
  const charge = await findCharge(db, id);
  if (!charge || charge.profileId !== viewer.profileId) throw new AppError('charge.notFound');
  return charge;
};
