// The rules of affected tests, as a table.
import { expect, it } from 'vitest';
import { scopeOf } from './changed-tests.mjs';

const WALKS = ['api/access.test.ts', 'api/visibility.test.ts'];

it.each([
  ['api/features/posts/rules.ts', ['api/features/posts/', ...WALKS], []],
  ['api/platform/media/render.ts', ['api/platform/media/'], []],
  ['contract/features/goals.ts', ['contract/', 'api/features/goals/', ...WALKS], []],
  ['contract/features/funds/cards.ts', ['contract/', 'api/features/funds/', ...WALKS], []],
  ['web/features/vault/Folder.tsx', ['web/features/vault/'], ['e2e/main-job.spec.ts']],
  ['web/ui/fields/Field.tsx', ['web/ui/'], ['e2e/main-job.spec.ts']],
  ['e2e/wallet/payments.spec.ts', [], ['e2e/wallet/payments.spec.ts']],
  ['docs/operations/nginx.md', [], []],
])('a change of %s asks for the tests of its folder', (file, tests, journeys) => {
  expect(scopeOf([file])).toEqual({ tests, journeys, everything: false });
});

it.each(['package-lock.json', 'api/app.ts', 'api/migrations/0001.sql', 'vitest.config.ts'])(
  'a change of %s asks for all tests',
  (file) => expect(scopeOf([file]).everything).toBe(true),
);

it('changes in one folder ask for its tests once', () => {
  expect(scopeOf(['api/platform/log/log.ts', 'api/platform/log/cut.ts']).tests).toEqual([
    'api/platform/log/',
  ]);
});
