// Masks and validation of the card form.
import { describe, expect, it } from 'vitest';
import {
  hasValidCheckDigit,
  cardErrors,
  completedAddress,
  type CardValues,
  isCpf,
  maskCpf,
  maskDate,
  maskDocument,
  maskExpiration,
  maskNumber,
} from './card-rules.ts';
import { placeOfZip } from './places-by-zip.ts';

it.each([
  ['5448280000000007', '5448 2800 0000 0007'],
  ['544', '544'],
  ['54482800000000071234', '5448 2800 0000 0007 123'],
])('the card number %s is masked as %s', (typed, masked) => {
  expect(maskNumber(typed)).toBe(masked);
});

it.each([
  ['1', '1'],
  ['12', '12'],
  ['122', '12/2'],
  ['1220', '12/20'],
  ['1231', '12/2031'],
  ['12/2031', '12/2031'],
  ['12/20315', '12/2031'],
])('the expiration date %s is masked as %s', (typed, masked) => {
  expect(maskExpiration(typed)).toBe(masked);
});

it('dates and CPFs are masked while they are typed', () => {
  expect([maskDate('01021990'), maskCpf('52998224725')]).toEqual(['01/02/1990', '529.982.247-25']);
});

it.each([
  ['52998224725', '529.982.247-25'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['112223330001819', '11.222.333/0001-81'],
  ['12A', '12.A'],
])('the document %s is masked as %s', (typed, masked) => {
  expect(maskDocument(typed)).toBe(masked);
});

it('check digits of card numbers and CPFs are verified', () => {
  expect([
    hasValidCheckDigit('5448280000000007'),
    hasValidCheckDigit('5448280000000008'),
    isCpf('529.982.247-25'),
    isCpf('52998224724'),
    isCpf('11111111111'),
  ]).toEqual([true, false, true, false, false]);
});

it.each([
  ['01310-100', { stateCode: 'SP', city: 'São Paulo' }],
  ['07010-000', { stateCode: 'SP', city: '' }],
  ['69005-010', { stateCode: 'AM', city: 'Manaus' }],
  ['69301-000', { stateCode: 'RR', city: 'Boa Vista' }],
  ['69640-000', { stateCode: 'AM', city: '' }],
  ['72800-000', { stateCode: 'GO', city: '' }],
  ['73310-000', { stateCode: 'DF', city: 'Brasília' }],
  ['99999-999', { stateCode: 'RS', city: '' }],
  ['00100-000', null],
  ['0131010', null],
])('the postal code %s is of %o', (zip, place) => {
  expect(placeOfZip(zip)).toEqual(place);
});

describe('the card form', () => {
  const FINE: CardValues = {
    number: '5448 2800 0000 0007',
    expiration: '12/2031',
    cvv: '235',
    holderName: 'DAVI',
    holderDocument: '529.982.247-25',
    holderBirthDate: '01/02/1990',
    billingEmail: 'a@example.com',
    holderPhoneNumber: '(11) 98765-4321',
    billingCountry: 'BR',
    billingZip: '01310-100',
    billingStateCode: 'SP',
    billingState: '',
    billingCity: 'São Paulo',
    billingCounty: 'Centro',
    billingStreet: 'Rua',
    billingNumber: '',
    legalConsent: 'on',
  };
  const NOW = new Date(2026, 10, 21);
  const BRAND = { lengths: [16], codeSize: 3 };
  it('a complete card form is valid without a building number', () => {
    expect(cardErrors(FINE, BRAND, NOW)).toEqual({});
  });
  it.each([
    [{ number: '5448 2800 0000 0008' }, 'number'],
    [{ expiration: '10/2026' }, 'expiration'],
    [{ cvv: '23' }, 'cvv'],
    [{ holderName: ' ' }, 'holderName'],
    [{ holderDocument: '1' }, 'holderDocument'],
    [{ holderBirthDate: '31/02/1990' }, 'holderBirthDate'],
    [{ holderBirthDate: '22/11/2008' }, 'holderBirthDate'],
    [{ billingEmail: 'a' }, 'billingEmail'],
    [{ holderPhoneNumber: 'x' }, 'holderPhoneNumber'],
    [{ billingZip: '0131' }, 'billingZip'],
    [{ billingZip: '', billingStateCode: '', billingCity: '' }, 'billingZip'],
    [{ billingCity: '' }, 'billingCity'],
    [{ billingStateCode: '' }, 'billingStateCode'],
    [{ legalConsent: '' }, 'legalConsent'],
  ])('a card form with %o has an error at that field alone', (changes, field) => {
    expect(Object.keys(cardErrors({ ...FINE, ...changes }, BRAND, NOW))).toEqual([field]);
  });
  it('a card form without phone, birth date, street and district is valid, with a complete address', () => {
    const six = {
      ...FINE,
      holderBirthDate: '',
      holderPhoneNumber: '',
      billingCounty: '',
      billingStreet: ' ',
    };
    expect(cardErrors(six, BRAND, NOW)).toEqual({});
    expect(completedAddress(six)).toEqual({
      billingStreet: 'S/N',
      billingNumber: 'S/N',
      billingCounty: 'S/N',
    });
    expect(Object.keys(cardErrors(six, BRAND, NOW, true))).toEqual(['holderPhoneNumber']);
  });
  const ABROAD = {
    holderDocument: 'X1',
    billingCounty: '',
    billingState: '',
    billingStateCode: '',
    billingZip: '',
  };
  it.each([
    [{ ...ABROAD, billingCountry: 'PT' }, []],
    [{ ...ABROAD, billingCountry: 'PT', billingCity: '' }, ['billingCity']],
    [{ ...ABROAD, billingCountry: 'US' }, ['billingStateCode', 'billingZip']],
    [{ ...ABROAD, billingCountry: 'US', billingStateCode: 'CA', billingZip: '90012' }, []],
  ])('a billing address needs the fields of its country: %o', (changes, fields) => {
    expect(Object.keys(cardErrors({ ...FINE, ...changes }, BRAND, NOW))).toEqual(fields);
  });
  it('a card of an unknown brand has an error at its number', () => {
    expect(Object.keys(cardErrors(FINE, null, NOW))).toEqual(['number']);
  });
});
