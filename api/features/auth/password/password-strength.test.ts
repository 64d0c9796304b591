// Which passwords are too weak.
import { expect, test } from 'vitest';
import { isWeakPassword } from './password-strength.ts';

const KNOWN = ['flaviamar', 'flavia.lopes@example.com', 'Flávia Lopes'];

test.each([
  ['common the world over', 'password123'],
  ['common in Brazil', 'flamengo2024'],
  ['two words of Portuguese', 'minhasenha1'],
  ['a name and a year', 'fernanda1994'],
  ['a row of the keyboard', 'qwertyuiop12'],
  ['one thing repeated', 'ab1'.repeat(60)],
  ['the platform', 'camarim2026'],
  ['the nickname', 'flaviamar99'],
  ['the own name', 'flavia-lopes-1990'],
  ['the own name behind digits', 'fl4v14l0p3s'],
  ['the email address', 'flavia.lopes@example.com'],
])('a password of the kind "%s" is weak: %s', async (_why, password) => {
  expect(await isWeakPassword(password, KNOWN)).toBe(true);
});

test.each([
  'cavalo-bateria-grampo',
  'meu gato come peixe às seis',
  'x7Kp!mQ2zzR4',
  'camarim-demonstra',
])('the password "%s" is strong enough', async (password) => {
  expect(await isWeakPassword(password, KNOWN)).toBe(false);
});

test('estimating an unusual password of the maximum length takes little CPU time', async () => {
  await isWeakPassword('dictionaries are loaded', KNOWN);
  const costs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    await isWeakPassword('@4bcdefgh1!|0$5'.repeat(14).slice(0, 200), KNOWN);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  // About 130 ms on a slow core, where estimating the whole text takes 900 ms and trying every
  // spelling 600 ms. Other load adds to it.
  expect(Math.min(...costs)).toBeLessThan(300);
});
