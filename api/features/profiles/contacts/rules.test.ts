// Validation of phones and addresses, as a table.
import { expect, test } from 'vitest';
import { type Contacts, checkContacts, NO_CONTACTS } from './rules.ts';

const SAO_PAULO: Partial<Contacts> = {
  street: 'Rua das Flores',
  number: '10',
  county: 'Centro',
  city: 'São Paulo',
  stateCode: 'SP',
  zip: '01310-100',
};
const after = (edits: Partial<Contacts>, before: Partial<Contacts> = {}) =>
  checkContacts({ ...NO_CONTACTS, ...before }, edits).contacts;
const faults = (edits: Partial<Contacts>, before: Partial<Contacts> = {}) =>
  Object.fromEntries(
    Object.entries(checkContacts({ ...NO_CONTACTS, ...before }, edits).faults).map(
      ([name, { code }]) => [name, code],
    ),
  );

test.each([
  ['(11) 98765-4321', '+5511987654321'],
  ['11987654321', '+5511987654321'],
  ['+55 11 98765-4321', '+5511987654321'],
  ['+351 912 345 678', '+351912345678'],
  ['+1 212 555 2368', '+12125552368'],
])('the mobile phone %s is normalised to %s', (written, kept) =>
  expect(after({ celphone: written }).celphone).toBe(kept),
);

test.each([
  '(11) 3456-7890',
  '987654321',
  '(10) 98765-4321',
  '11 9876',
  'onze',
  '+99 123',
  '+5511987654321 ramal 7',
])('the phone %s is refused as a mobile phone', (written) => {
  expect(faults({ celphone: written })).toEqual({ celphone: 'validate.invalid' });
});

test('the second phone may be a landline, and both phones are validated', () => {
  expect(after({ phone: '(11) 3456-7890' }).phone).toBe('+551134567890');
  expect(faults({ phone: '123', celphone: '123' })).toEqual({
    phone: 'validate.invalid',
    celphone: 'validate.invalid',
  });
});

test('a Brazilian address is stored with IBGE’s spelling and the digits of its CEP', () => {
  expect(after({ ...SAO_PAULO, city: 'SAO paulo', stateCode: 'sp' })).toMatchObject({
    city: 'São Paulo',
    state: 'São Paulo',
    stateCode: 'SP',
    zip: '01310100',
    country: 'BR',
  });
});

test('a missing street number becomes S/N', () =>
  expect(after({ ...SAO_PAULO, number: '' }).number).toBe('S/N'));

test.each([
  ['zip', { zip: '0131010' }, 'validate.invalid'],
  ['zip', { zip: '' }, 'validate.required'],
  ['street', { street: '' }, 'validate.required'],
  ['city', { city: '' }, 'validate.required'],
  ['city', { city: 'Campinas do Norte' }, 'validate.invalid'],
  ['city', { stateCode: 'RJ' }, 'validate.invalid'],
  ['stateCode', { stateCode: 'XX' }, 'validate.invalid'],
  ['stateCode', { stateCode: '' }, 'validate.required'],
  ['country', { country: 'XQ' }, 'validate.invalid'],
] as const)('an address with an invalid %s is refused by field (%o)', (field, edit, code) =>
  expect(faults({ ...SAO_PAULO, ...edit })).toMatchObject({ [field]: code }),
);

test('all wrong fields of contact data are named at once', () => {
  expect(faults({ celphone: '1', county: 'Centro' })).toEqual({
    celphone: 'validate.invalid',
    street: 'validate.required',
    zip: 'validate.required',
    city: 'validate.required',
    stateCode: 'validate.required',
  });
});

test('a foreign address needs a state’s name and is not compared with Brazilian lists', () => {
  const lisbon = { country: 'PT', street: 'Rua Augusta', city: 'Lisboa', zip: '1100-053' };
  expect(faults(lisbon)).toEqual({ state: 'validate.required' });
  expect(after({ ...lisbon, state: 'Lisboa' })).toMatchObject({
    zip: '1100-053',
    number: 'S/N',
    state: 'Lisboa',
  });
});

test('an address is optional, and emptying it removes it as a whole', () => {
  expect(after({ celphone: '11987654321' })).toEqual({
    ...NO_CONTACTS,
    celphone: '+5511987654321',
  });
  const before = after(SAO_PAULO);
  const nothing = {
    addressLineOne: '',
    street: '',
    number: '',
    county: '',
    city: '',
    stateCode: '',
    zip: '',
  };
  expect(after(nothing, before)).toEqual(NO_CONTACTS);
});

test('an edit of one part of an address is validated with the other parts', () => {
  const before = after(SAO_PAULO);
  expect(after({ number: '99' }, before)).toEqual({ ...before, number: '99' });
  expect(faults({ city: 'Rio de Janeiro' }, before)).toEqual({ city: 'validate.invalid' });
});

test('normalised contact data stays the same when it is normalised again', () => {
  const once = after({ ...SAO_PAULO, celphone: '(11) 98765-4321', phone: '(11) 3456-7890' });
  expect(checkContacts(once, {})).toEqual({ contacts: once, faults: {} });
});
