// Validation and masking of Pix keys and bank accounts. Pure.
import {
  getBankByCode,
  getPixKeyInfo,
  isValidBankAccount,
  isValidCpf,
  isValidMobilePhone,
} from '@brazilian-utils/brazilian-utils';
import type { bankAccountType, newBankAccount, pixKeyKind } from '@camarim/contract/features/banks';
import type { z } from 'zod';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';

export type PixKeyKind = z.infer<typeof pixKeyKind>;
export type NewBankAccount = z.output<typeof newBankAccount>;

/** Where money can be sent. Keys have the form of the directory of Pix keys (DICT). */
export type Destination =
  | { kind: 'pix'; key: string; keyKind: PixKeyKind }
  | {
      kind: 'account';
      bank: string;
      ispb: string;
      agency: string;
      number: string;
      digit: string;
      type: z.infer<typeof bankAccountType>;
    };

/** The sealed part of an account: destination and holder. */
export type BankDetails = { destination: Destination; holderName: string; holderDocument: string };

/**
 * Banks whose check digits can be verified: a wrong digit is an error. For other banks a wrong
 * digit is only doubtful.
 */
const RULED = new Set(['001', '033', '041', '104', '237', '260', '341', '399', '745']);

const ELEVEN_DIGITS = /^\d{11}$/;

/**
 * The key in its directory form. Eleven digits may be a CPF or a phone: the person says which.
 * Throws validate.invalid and bank.kindNeeded of their fields.
 */
export const pixKeyOf = (
  typed: string,
  kind: PixKeyKind | undefined,
): Extract<Destination, { kind: 'pix' }> => {
  const bare = typed.trim();
  if (
    kind === undefined &&
    ELEVEN_DIGITS.test(bare) &&
    isValidCpf(bare) &&
    isValidMobilePhone(bare)
  )
    throw fieldError('pixKind', 'bank.kindNeeded');
  const text =
    kind === 'phone' && ELEVEN_DIGITS.test(bare.replaceAll(/\D/g, ''))
      ? `+55${bare.replaceAll(/\D/g, '')}`
      : bare;
  const found = getPixKeyInfo(text);
  if (!found || (kind !== undefined && found.type !== kind))
    throw fieldError('pix', 'validate.invalid');
  return { kind: 'pix', key: found.value, keyKind: found.type };
};

/**
 * Throws validate.invalid of the bank or the digit, and bank.doubtfulDigit until the person
 * confirms it.
 */
export const accountOf = ({
  bank,
  agency,
  number,
  digit,
  accountType,
  confirmed,
}: Extract<NewBankAccount, { isPix: false }>): Extract<Destination, { kind: 'account' }> => {
  const known = getBankByCode(bank);
  if (!known) throw fieldError('bank', 'validate.invalid');
  if (!isValidBankAccount({ bankCode: bank, agency, account: number, digit })) {
    if (RULED.has(bank)) throw fieldError('digit', 'validate.invalid');
    if (!confirmed) throw fieldError('digit', 'bank.doubtfulDigit');
  }
  return { kind: 'account', bank, ispb: known.ispb, agency, number, digit, type: accountType };
};

/**
 * A CPF key must be the holder's own document; the bank checks the owner of other keys when it
 * pays. Throws bank.notOwnDocument.
 */
export const bankDetailsOf = (input: NewBankAccount, ownDocument: string): BankDetails => {
  const { holderName, holderDocument } = input;
  if (holderDocument !== ownDocument) throw fieldError('holderDocument', 'bank.notOwnDocument');
  const destination = input.isPix ? pixKeyOf(input.pix, input.pixKind) : accountOf(input);
  if (
    destination.kind === 'pix' &&
    destination.keyKind === 'cpf' &&
    destination.key !== ownDocument
  )
    throw new AppError('bank.notOwnDocument', { fields: { pix: { code: 'bank.notOwnDocument' } } });
  return { destination, holderName, holderDocument };
};

/** Text that identifies a destination, for its hash. */
export const destinationText = (destination: Destination): string =>
  destination.kind === 'pix'
    ? `pix:${destination.key}`
    : [
        'account',
        destination.bank,
        destination.agency,
        destination.number,
        destination.digit,
        destination.type,
      ].join(':');

const DOT = '•';
const LABEL_MAX = 25;

export const bankLabel = ({ code, name }: { code: string; name: string }): string =>
  `${code} - ${name.slice(0, LABEL_MAX)}`;

/** `***.982.247-**`, as Brazilian receipts show it. */
export const maskDocument = (cpf: string): string =>
  `${DOT.repeat(3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${DOT.repeat(2)}`;

export const maskKey = ({ key, keyKind }: Extract<Destination, { kind: 'pix' }>): string => {
  if (keyKind === 'cpf') return maskDocument(key);
  if (keyKind === 'phone') return `+55 (${key.slice(3, 5)}) ${DOT.repeat(5)}-${key.slice(-4)}`;
  if (keyKind === 'email') {
    const at = key.lastIndexOf('@');
    return `${key.slice(0, Math.min(2, at))}${DOT.repeat(4)}${key.slice(at)}`;
  }
  return `${key.slice(0, 4)}${DOT.repeat(6)}${key.slice(-4)}`;
};

export const maskNumber = ({ number, digit }: { number: string; digit: string }): string =>
  `${DOT.repeat(Math.max(number.length - 3, 1))}${number.length > 3 ? number.slice(-3) : ''}-${digit}`;

/** One line for a person: an email, a list of cash-outs. */
export const shortName = (destination: Destination): string =>
  destination.kind === 'pix'
    ? `Pix ${maskKey(destination)}`
    : `${bankLabel({ code: destination.bank, name: getBankByCode(destination.bank)?.name ?? '' })} ${maskNumber(destination)}`;
