// The name and document that a person's boletos are issued to, kept sealed.
import type { ProfileId } from '@camarim/contract/ids';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Payer } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isBrazilianDocument } from '../cards/rules.ts';
import { findBillData, saveBillData } from './store.ts';

export type BillData = { cpfCnpj: string; name: string };

const placeOf = (profileId: ProfileId): string => `bill_data:${profileId}`;

/** Null for who has said nothing. */
export const loadBillData = async ({ db, seal }: Pick<Platform, 'db' | 'seal'>, profileId: ProfileId): Promise<BillData | null> => {
  const sealed = await findBillData(db, profileId);
  return sealed && seal.open<BillData>(placeOf(profileId), sealed);
};

/** Who pays a boleto; null when nobody said. */
export const loadBillPayer = async (platform: Pick<Platform, 'db' | 'seal'>, profileId: ProfileId): Promise<Payer | null> => {
  const data = await loadBillData(platform, profileId);
  return data && { name: data.name, document: data.cpfCnpj };
};

/** Throws validate.invalid for a document whose digits do not add up. */
export const acceptBills = async ({ db, seal, clock }: Pick<Platform, 'db' | 'seal' | 'clock'>, profileId: ProfileId, data: BillData): Promise<BillData> => {
  if (!isBrazilianDocument(data.cpfCnpj)) throw fieldError('cpfcnpj', 'validate.invalid');
  await saveBillData(db, profileId, seal.seal(placeOf(profileId), data), clock.now());
  return data;
};
