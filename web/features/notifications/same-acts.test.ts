// Which notifications of a day are one entry, and whom it names.
import { expect, test } from 'vitest';
import type { Notification } from './queries.ts';
import { actorsOf, groupActs } from './same-acts.ts';

let count = 0;
const notice = (type: string, name: string, postId: string | null = 'p1'): Notification =>
  ({
    id: String((count += 1)),
    type,
    postId,
    from: { id: `of ${name}`, exibitionName: name },
  }) as unknown as Notification;

const shapes = (notifications: readonly Notification[]) =>
  groupActs(notifications).map(({ newest, all }) => [newest.type, newest.postId, all.length]);

test('likes of one post are one entry at the place of the newest, those of another post are another', () => {
  const day = [
    notice('like', 'Malu'),
    notice('tip', 'Davi'),
    notice('like', 'Beto', 'p2'),
    notice('like', 'Beto'),
  ];
  expect(shapes(day)).toEqual([
    ['like', 'p1', 2],
    ['tip', 'p1', 1],
    ['like', 'p2', 1],
  ]);
});

test('likes and comments of one post are two entries, and followers are one', () => {
  const day = [
    notice('like', 'Malu'),
    notice('comment', 'Malu'),
    notice('follow', 'Malu', null),
    notice('follow', 'Beto', null),
  ];
  expect(shapes(day)).toEqual([
    ['like', 'p1', 1],
    ['comment', 'p1', 1],
    ['follow', null, 2],
  ]);
});

test('money is never put together', () => {
  expect(shapes([notice('tip', 'Davi'), notice('tip', 'Davi')])).toHaveLength(2);
  expect(shapes([notice('purchase', 'Davi'), notice('purchase', 'Beto')])).toHaveLength(2);
});

test('an entry names the two newest people and counts the others, each person once', () => {
  const [entry] = groupActs(
    ['Malu', 'Beto', 'Malu', 'Davi', 'Lia'].map((name) => notice('like', name)),
  );
  expect(entry && actorsOf(entry)).toEqual({ type: 'like', names: ['Malu', 'Beto'], others: 2 });
});

test('several comments of one person say what the newest says', () => {
  const [entry] = groupActs([notice('comment', 'Malu'), notice('comment', 'Malu')]);
  expect(entry?.all).toHaveLength(2);
  expect(entry && actorsOf(entry)).toBeUndefined();
});
