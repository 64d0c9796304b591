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
  const cost = async (password: string): Promise<number> => {
    const before = process.cpuUsage();
    await isWeakPassword(password, KNOWN);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [usual, unusual]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    usual.push(await cost('qabcdefghuivoxz'.repeat(3).slice(0, 40)));
    unusual.push(await cost('@4bcdefgh1!|0$5'.repeat(14).slice(0, 200)));
  }
  // Four times a usual one, where estimating the whole text takes 34 times it and trying every
  // spelling 22 times. In turns and compared, because other load makes all of them slower.
  expect(Math.min(...unusual) / Math.min(...usual)).toBeLessThan(12);
});
