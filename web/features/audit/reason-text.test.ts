// The reason of an entry of the audit log as people read it.
import { expect, test } from 'vitest';
import { reasonText } from './reason-text.ts';

test('a change of role names the roles in words, and keeps the reason', () => {
  const text = (reason: string) => reasonText({ action: 'admin.joined', reason } as never);
  expect(text('none -> owner')).toBe('sem papel → Proprietário');
  expect(text('support -> none: saiu da equipe')).toBe('Atendimento → sem papel: saiu da equipe');
});

test('an invitation names its role in words', () => {
  expect(reasonText({ action: 'admin.invited', reason: 'readOnly' } as never)).toBe(
    'Somente leitura',
  );
});

test('the reason of another action keeps its words', () => {
  expect(reasonText({ action: 'fee.changed', reason: '2000 -> 1500: acordo' } as never)).toBe(
    '2000 → 1500: acordo',
  );
});
