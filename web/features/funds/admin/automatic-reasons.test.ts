// Reasons of corrections as administrators read them.
import { expect, test } from 'vitest';
import { correctionReason } from './automatic-reasons.ts';

test('what the application wrote is read in words of the language, and what a person wrote as it is', () => {
  expect(correctionReason('this part of the show was not delivered')).toBe(
    'esta parte do show não foi entregue',
  );
  expect(correctionReason('Pagou duas vezes.')).toBe('Pagou duas vezes.');
});
