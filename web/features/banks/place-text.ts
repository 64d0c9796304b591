// Label of a bank account or Pix key: masked, as the API returns it.
import { m } from '../../paraglide/messages.js';
import type { BankAccount } from './queries.ts';

const LABEL_MAX = 25;

export const placeText = ({ isPix, pix, bank, bankName, number }: BankAccount): string =>
  isPix
    ? m.bank_pix_place({ key: pix ?? '' })
    : `${bank} - ${(bankName ?? '').slice(0, LABEL_MAX)} ${number}`;
