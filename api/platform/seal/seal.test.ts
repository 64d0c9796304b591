// Sealed data opens only with its key, in its context, and unchanged.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal(randomBytes(32));

test('a sealed value opens again', () => {
  expect(
    seal.open('requests/1', seal.seal('requests/1', { name: 'Íris', cpf: '52998224725' })),
  ).toEqual({ name: 'Íris', cpf: '52998224725' });
  expect(seal.openBytes('a', seal.sealBytes('a', Buffer.from([1, 2, 3])))).toEqual(
    Buffer.from([1, 2, 3]),
  );
});

test('sealed bytes show nothing of the value and differ every time', () => {
  const [first, second] = [seal.seal('a', 'segredo'), seal.seal('a', 'segredo')];
  expect(first.includes('segredo')).toBe(false);
  expect(first.equals(second)).toBe(false);
});

test('a sealed value does not open with another key, in another context or with one changed bit', () => {
  const sealed = seal.seal('requests/1', 'segredo');
  expect(() => createSeal(randomBytes(32)).open('requests/1', sealed)).toThrow();
  expect(() => seal.open('requests/2', sealed)).toThrow();
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open('requests/1', changed), `byte ${at}`).toThrow();
  }
});
