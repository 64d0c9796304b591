// What pages may load, where configuration changes it.
import { expect, test } from 'vitest';
import { contentPolicy } from './content-policy.ts';

const directives = (
  storage: string[],
  thirdParties: string[] = [],
  cardScripts: string[] = [],
  captcha: string[] = [],
): Record<string, string> =>
  Object.fromEntries(
    contentPolicy('n', { storage, thirdParties, cardScripts, captcha })
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0], directive]),
  );

test('uploads may go to storage of its own, and nothing may come from there', () => {
  const store = 'https://s3.example.com';
  const named = Object.entries(directives([store])).filter(([, directive]) =>
    directive.includes(store),
  );
  expect(named).toEqual([['connect-src', `connect-src 'self' ${store}`]]);
  expect(directives([])['connect-src']).toBe("connect-src 'self'");
});

test('the script of 3-D Secure may run, ask and show its frame, and nothing else comes from its origin', () => {
  const mpi = 'https://mpi.example.com';
  const named = Object.entries(directives([], [], [mpi]))
    .filter(([, directive]) => directive.includes(mpi))
    .map(([name]) => name);
  expect(named).toEqual(['script-src', 'connect-src', 'frame-src']);
  // Each bank shows its page in a frame, and gets a form.
  expect(directives([], [], [mpi])['frame-src']).toContain(' https:');
  expect(directives([], [], [mpi])['form-action']).toBe("form-action 'self' https:");
  expect(directives([])['form-action']).toBe("form-action 'self'");
  expect(Object.keys(directives([]))).not.toContain('frame-src');
});

test('the script of a captcha may run and show its frame, and nothing else comes from its origin', () => {
  const provider = 'https://challenges.example.com';
  const named = Object.entries(directives([], [], [], [provider]))
    .filter(([, directive]) => directive.includes(provider))
    .map(([name]) => name);
  expect(named).toEqual(['script-src', 'frame-src']);
});
