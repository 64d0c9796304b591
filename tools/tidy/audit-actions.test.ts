// The audit log tells views from decisions by the name of the action (platform/audit/store.ts).
import { expect, test } from 'vitest';
import { misnamedActions } from './audit-actions.ts';
import { readSourceFiles } from './source-files.ts';

test('audit actions that only view something end in viewed, and no others do', () => {
  expect(misnamedActions(readSourceFiles())).toEqual([]);
});

test.each([
  ['report.viewed', 0],
  ['pack.fileViewed', 0],
  ['report.removed', 0],
  ['report.reviewed', 1],
  ['report.viewing', 1],
])('the action %s has %i violations', (name, count) => {
  const text = `interface AuditActions {\n  '${name}': true;\n}`;
  expect(misnamedActions([{ path: 'api/features/reports/declarations.ts', text }])).toHaveLength(
    count,
  );
});
