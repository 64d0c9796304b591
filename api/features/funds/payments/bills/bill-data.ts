// The name, document and address that a person's boletos are issued to, kept sealed.
import type { billAddressSchema } from '@camarim/contract/features/funds/bill-address';
import type { ProfileId } from '@camarim/contract/ids';
import type { z } from 'zod';
import { fieldError } from '../../../../platform/errors/app-error.ts';
import type { Payer } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { isBrazilianDocument } from '../cards/rules.ts';
import { findBillData, saveBillData } from './store.ts';

export type BillAddress = z.output<typeof billAddressSchema>;
export type BillData = {
  cpfCnpj: string;
  name: string;
  /** Null until the person gave one. */
  address: BillAddress | null;
};

/** An address in the form that gateways of boletos take. */
export const payerAddress = ({
  billingStreet,
  billingNumber,
  billingComplement,
  billingCounty,
  billingCity,
  billingStateCode,
  billingZip,
}: BillAddress): NonNullable<Payer['address']> => ({
  street: billingStreet,
  number: billingNumber || 'S/N',
  complement: billingComplement,
  district: billingCounty,
  city: billingCity,
  state: billingStateCode,
  zipCode: billingZip,
});

const sealContext = (profileId: ProfileId): string => `bill_data:${profileId}`;

/** Null when the person saved none. */
export const loadBillData = async (
  { db, seal }: Ctx,
  profileId: ProfileId,
): Promise<BillData | null> => {
  const sealed = await findBillData(db, profileId);
  // Data saved by earlier versions have no address.
  return (
    sealed && {
      address: null,
      ...seal.open<Omit<BillData, 'address'> & Partial<BillData>>(sealContext(profileId), sealed),
    }
  );
};

/** The payer of a boleto; null when the person saved no data. */
export const loadBillPayer = async (ctx: Ctx, profileId: ProfileId): Promise<Payer | null> => {
  const data = await loadBillData(ctx, profileId);
  return (
    data && {
      name: data.name,
      document: data.cpfCnpj,
      ...(data.address && { address: payerAddress(data.address) }),
    }
  );
};

/** Throws validate.invalid for a document whose digits do not add up. */
export const acceptBills = async (
  ctx: Ctx,
  profileId: ProfileId,
  { address, ...holder }: Omit<BillData, 'address'> & { address: BillAddress | undefined },
): Promise<BillData> => {
  const { db, seal, clock } = ctx;
  const data: BillData = {
    ...holder,
    address: address ?? (await loadBillData(ctx, profileId))?.address ?? null,
  };
  if (!isBrazilianDocument(data.cpfCnpj)) throw fieldError('cpfcnpj', 'validate.invalid');
  await saveBillData(db, profileId, seal.seal(sealContext(profileId), data), clock.now());
  return data;
};
