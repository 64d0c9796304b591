// Nothing of the machine it was written on is in the repository.
import { expect, test } from 'vitest';
import { traces } from './leaks.ts';
import { readSourceFiles } from './source-files.ts';

const planted = (text: string) => traces([{ path: 'docs/a.md', text }]);

test('no file holds a machine path, a registry host or a private key', () => {
  expect(traces(readSourceFiles())).toEqual([]);
});

test('each trace is found', () => {
  const slash = '/';
  expect(planted(`cd ${slash}root/project`)).toHaveLength(1);
  expect(planted(`"${slash}home/ana/project/x.ts"`)).toHaveLength(1);
  expect(planted(`see ${slash}Users/ana/x`)).toHaveLength(1);
  expect(planted(`"resolved": "https:${slash}/registry.example/x.tgz"`)).toHaveLength(1);
  expect(planted(`-----BEGIN ${'PRIVATE'} KEY-----`)).toHaveLength(1);
});

test('addresses of the product are no machine paths', () => {
  expect(
    planted('GET /api/posts/timeline, https://example.com/home/ana/x, ./work/notes, /home'),
  ).toEqual([]);
});
