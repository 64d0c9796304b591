// The short names of classes.
import { expect, test } from 'vitest';
import { classNamer } from './class-namer.ts';

test('a class has one short name in both halves of the build, and other classes have other names', () => {
  const [client, server] = [classNamer('/repo/web'), classNamer('/repo/web')];
  const short = client('button', '/repo/web/ui/Button.module.css');
  expect(short).toMatch(/^_[\w-]{5}$/);
  expect(server('button', '/repo/web/ui/Button.module.css?used')).toBe(short);
  const names = [
    short,
    client('label', '/repo/web/ui/Button.module.css'),
    client('button', '/repo/web/ui/Link.module.css'),
  ];
  expect(new Set(names).size).toBe(3);
  expect(classNamer('/elsewhere')('button', '/elsewhere/ui/Button.module.css')).toBe(short);
});

test('two classes that would have the same name end the build', () => {
  const name = classNamer('/repo/web');
  // Many more than a name has room for.
  expect(() => {
    for (let number = 0; number < 200_000; number += 1)
      name(`c${number}`, '/repo/web/A.module.css');
  }).toThrow('would both be named');
});
