// The chat of a room in the cache.
import { expect, test } from 'vitest';
import { addLine, allLines, LINES_KEPT, markDone, removeLines } from './lines.ts';
import { askForNewest, forgetLines, hearLine } from './newest-lines.ts';
import type { Line, Lines } from './queries.ts';

const line = (id: string, tip = false): Line =>
  ({
    id,
    text: id,
    tip: tip ? { value: 500, item: null, goalId: null, done: false } : null,
  }) as Line;

const held = (...pages: Line[][]): Lines =>
  ({
    pages: pages.map((data, index) => ({ success: true, data, cursor: `c${index}` })),
    pageParams: pages.map((_, index) => (index === 0 ? '' : `c${index - 1}`)),
  }) as unknown as Lines;

const ids = (lines: Lines) => allLines(lines).map(({ id }) => id);

test('a new line is the newest one, and the same line is added once', () => {
  const lines = addLine(held([line('b')], [line('a')]), line('c'));
  expect(ids(lines)).toEqual(['c', 'b', 'a']);
  expect(ids(addLine(lines, line('c')))).toEqual(['c', 'b', 'a']);
  expect(ids(addLine(lines, line('a')))).toEqual(['c', 'b', 'a']);
});

test('a busy room keeps its newest lines only', () => {
  const many = Array.from({ length: LINES_KEPT }, (_, index) => line(`l${index}`));
  const lines = addLine(held(many, [line('old')]), line('new'));
  expect(allLines(lines)).toHaveLength(LINES_KEPT);
  expect(ids(lines)[0]).toBe('new');
  expect(ids(lines)).not.toContain('old');
  expect(lines.pages).toHaveLength(1);
});

test('deleted lines disappear from every page, and a done item is marked', () => {
  const lines = held([line('c'), line('b', true)], [line('a')]);
  expect(ids(removeLines(lines, ['a', 'c']))).toEqual(['b']);
  expect(allLines(markDone(lines, 'b', true)).map(({ tip }) => tip?.done)).toEqual([
    undefined,
    true,
    undefined,
  ]);
});

test('lines that come and go while the newest are asked for are in the answer as they are by then', async () => {
  const asked = Promise.withResolvers<{ data: Line[] }>();
  const answer = askForNewest('l1', () => asked.promise);
  for (const id of ['c', 'd', 'e']) hearLine('l1', line(id));
  hearLine('l2', line('elsewhere'));
  forgetLines(['a', 'd']);
  asked.resolve({ data: [line('c'), line('b'), line('a')] });
  expect((await answer).data.map(({ id }) => id)).toEqual(['e', 'c', 'b']);
  const later = await askForNewest('l1', async () => ({ data: [line('b')] }));
  expect(later.data.map(({ id }) => id)).toEqual(['b']);
});
