// Changes of payout rules as the audit log keeps them are shown in the reader's language.
import { expect, test } from 'vitest';
import { wordsOfLogged } from './rule-words.ts';

const PLAIN = (text: string): string => text.replaceAll(/\s/g, ' ');

test('a logged change of payout rules is shown in words, with its note', () => {
  const logged =
    'no hold, reserve usual, review usual, no card review -> hold 50000 until 2026-12-10T03:00:00.000Z (disputas (3) -> ver), reserve 20 %, review always, card review from 30000: Muitas contestações: ver';
  expect(PLAIN(wordsOfLogged('payoutRules.changed', logged))).toBe(
    'Muitas contestações: ver — antes: Nenhum valor retido; Reserva da configuração; Saques que esperam por decisão: Os da configuração; Nenhuma venda com cartão conferida — agora: R$ 500,00 retidos até 10 de dezembro de 2026: disputas (3) -> ver; Reserva de 20%; Saques que esperam por decisão: Todos; Vendas com cartão conferidas a partir de R$ 300,00',
  );
});

test('a change that was logged before card sales were reviewed is shown in words, too', () => {
  const logged =
    'no hold, reserve 5 %, review never -> no hold, reserve usual, review usual: Tudo certo';
  expect(wordsOfLogged('payoutRules.agreed', logged)).toMatch(
    /^Tudo certo — antes: .*Reserva de 5%/,
  );
});

test('any other reason is shown as it was written', () => {
  expect(wordsOfLogged('cashOut.refused', 'no hold')).toBe('no hold');
  expect(wordsOfLogged('payoutRules.changed', 'outro texto')).toBe('outro texto');
});
