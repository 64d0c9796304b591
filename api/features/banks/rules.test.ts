// Keys of every kind, check digits, whose an account is, and what of it is shown.
import { expect, it } from 'vitest';
import {
  accountOf,
  bankLabel,
  bankDetailsOf,
  maskKey,
  maskNumber,
  pixKeyOf,
  shortName,
} from './rules.ts';

const OWN = '52998224725';
const holder = { holderName: 'Íris Veludo da Silva', holderDocument: OWN };
const bank = (changes: object = {}) => ({
  isPix: false as const,
  bank: '001',
  agency: '1584',
  number: '00210169',
  digit: '6',
  accountType: 'checking' as const,
  confirmed: false,
  ...holder,
  ...changes,
});
const codeOf = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'taken';
};

it.each([
  ['529.982.247-25', 'cpf', '52998224725'],
  ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
  ['12abc34501de35', 'cnpj', '12ABC34501DE35'],
  ['11.222.333/0001-81', 'cnpj', '11222333000181'],
  ['Iris@Example.COM', 'email', 'iris@example.com'],
  ['(11) 98765-4321', 'phone', '+5511987654321'],
  ['+5551998259765', 'phone', '+5551998259765'],
  ['71C7D9BE-4B85-4E43-9F1C-1F3B8B4E9A2D', 'evp', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
])('%s is a key of kind %s', (typed, keyKind, key) => {
  expect(pixKeyOf(typed, undefined)).toEqual({ kind: 'pix', key, keyKind });
});

it.each(['52998224724', '11222333000182', 'iris@', '(11) 3765-4321', '71c7d9be-4b85', 'oi'])(
  '%s is no key',
  (typed) => {
    expect(codeOf(() => pixKeyOf(typed, undefined))).toBe('validate.invalid');
  },
);

it('eleven digits that are a CPF and a phone are what the person says, and nothing before', () => {
  expect(codeOf(() => pixKeyOf('51998259765', undefined))).toBe('bank.kindNeeded');
  expect(pixKeyOf('51998259765', 'cpf')).toMatchObject({ keyKind: 'cpf', key: '51998259765' });
  expect(pixKeyOf('51998259765', 'phone')).toMatchObject({
    keyKind: 'phone',
    key: '+5551998259765',
  });
  expect(codeOf(() => pixKeyOf('iris@example.com', 'phone'))).toBe('validate.invalid');
});

it.each([
  ['001', '1584', '00210169', '6'],
  ['041', '2664', '358507670', '6'],
  ['260', '0001', '5216125', '0'],
])(
  'an account of bank %s with its digit is taken, with another it is not, whatever is confirmed',
  (code, agency, number, digit) => {
    expect(accountOf(bank({ bank: code, agency, number, digit }))).toMatchObject({
      bank: code,
      number,
      digit,
    });
    const other = digit === '6' ? '5' : '6';
    expect(
      codeOf(() => accountOf(bank({ bank: code, agency, number, digit: other, confirmed: true }))),
    ).toBe('validate.invalid');
  },
);

it('a digit of a bank without a public rule is only doubtful', () => {
  const doubtful = { bank: '004', agency: '1234', number: '123456', digit: '99' };
  expect(codeOf(() => accountOf(bank(doubtful)))).toBe('bank.doubtfulDigit');
  expect(accountOf(bank({ ...doubtful, confirmed: true }))).toMatchObject({
    bank: '004',
    ispb: '07237373',
  });
  expect(codeOf(() => accountOf(bank({ bank: '999' })))).toBe('validate.invalid');
});

it('only the producer’s own document holds an account', () => {
  const pix = { isPix: true as const, pix: 'iris@example.com', ...holder };
  expect(bankDetailsOf(pix, OWN)).toMatchObject({ holderDocument: OWN });
  expect(codeOf(() => bankDetailsOf(pix, '11144477735'))).toBe('bank.notOwnDocument');
  expect(codeOf(() => bankDetailsOf({ ...pix, pix: '11144477735' }, OWN))).toBe(
    'bank.notOwnDocument',
  );
});

it('what is shown gives nothing away', () => {
  const masked = (typed: string) => maskKey(pixKeyOf(typed, undefined));
  expect(masked(OWN)).toBe('•••.982.247-••');
  expect(masked('(11) 98765-4321')).toBe('+55 (11) •••••-4321');
  expect(masked('iris@example.com')).toBe('ir••••@example.com');
  expect(masked('71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d')).toBe('71c7••••••9a2d');
  expect(maskNumber({ number: '00210169', digit: '6' })).toBe('•••••169-6');
  expect(bankLabel({ code: '004', name: 'Banco do Nordeste do Brasil S.A.' })).toBe(
    '004 - Banco do Nordeste do Bras',
  );
  expect(shortName(accountOf(bank()))).toBe('001 - Banco do Brasil S.A. •••••169-6');
});
