// Values of the profile form, from and to the server.
import { expect, test } from 'vitest';
import { editsOf, FIELDS, type FieldName, showPhone, showZip } from './fields.ts';

const values = (given: Partial<Record<FieldName, string>>) =>
  ({
    ...Object.fromEntries(FIELDS.map((name) => [name, ''])),
    defaultLanguage: 'pt',
    ...given,
  }) as Record<FieldName, string>;

test('the request keeps, removes or replaces a picture', () => {
  expect(editsOf(values({}), false).profileImageKey).toBeUndefined();
  expect(editsOf(values({ profileImageKey: 'removed' }), false).profileImageKey).toBeNull();
  expect(editsOf(values({ headerImageKey: 'uploads/a/b' }), false).headerImageKey).toBe(
    'uploads/a/b',
  );
});

test('an emptied field is sent as empty', () =>
  expect(editsOf(values({}), false)).toMatchObject({ about: '', phone: '', street: '', zip: '' }));

test('a gender is sent, or cleared', () => {
  expect(editsOf(values({ gender: 'nonBinary' }), false).gender).toBe('nonBinary');
  expect(editsOf(values({}), false).gender).toBeNull();
});

test('only a producer sends the setting of comments', () => {
  expect(editsOf(values({}), false)).not.toHaveProperty('settings');
  expect(editsOf(values({ enableComments: 'yes' }), true).settings).toEqual({
    enableComments: true,
  });
  expect(editsOf(values({}), true).settings).toEqual({ enableComments: false });
});

test.each([
  ['+5511987654321', '(11) 98765-4321'],
  ['+551134567890', '(11) 3456-7890'],
  ['+351912345678', '+351912345678'],
  [null, ''],
])('the phone number %s is formatted as "%s"', (phone, formatted) =>
  expect(showPhone(phone)).toBe(formatted),
);

test('a CEP is formatted with a hyphen, and foreign postal codes are unchanged', () => {
  expect(showZip('01310100', 'BR')).toBe('01310-100');
  expect(showZip('01310100', 'US')).toBe('01310100');
});
