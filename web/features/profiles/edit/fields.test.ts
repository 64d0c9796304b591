// What the profile form sends and shows.
import { expect, test } from 'vitest';
import { editsOf, FIELDS, type FieldName, showPhone, showZip } from './fields.ts';

const values = (given: Partial<Record<FieldName, string>>) =>
  ({
    ...Object.fromEntries(FIELDS.map((name) => [name, ''])),
    defaultLanguage: 'pt',
    ...given,
  }) as Record<FieldName, string>;

test('a picture stays, goes, or is replaced', () => {
  expect(editsOf(values({}), false).profileImageKey).toBeUndefined();
  expect(editsOf(values({ profileImageKey: 'removed' }), false).profileImageKey).toBeNull();
  expect(editsOf(values({ headerImageKey: 'uploads/a/b' }), false).headerImageKey).toBe(
    'uploads/a/b',
  );
});

test('what was emptied is sent as empty', () =>
  expect(editsOf(values({}), false)).toMatchObject({ about: '', phone: '', street: '', zip: '' }));

test('a gender is said, or taken back', () => {
  expect(editsOf(values({ gender: 'nonBinary' }), false).gender).toBe('nonBinary');
  expect(editsOf(values({}), false).gender).toBeNull();
});

test('only a producer says whether comments are on', () => {
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
])('the phone %s is shown as "%s"', (phone, shown) => expect(showPhone(phone)).toBe(shown));

test('a CEP has its hyphen, other codes are left alone', () => {
  expect(showZip('01310100', 'BR')).toBe('01310-100');
  expect(showZip('01310100', 'US')).toBe('01310100');
});
