// Statistics as a producer reads them: totals with their change, and tables for screen readers.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Statistics } from '../queries.ts';
import { BestHours } from './BestHours.tsx';
import { KindCard } from './KindCard.tsx';
import { DaysTable, PostsTable } from './StatisticsTables.tsx';

const counts = { likes: 0, comments: 0, unlocks: 2, followers: 0 };
const day = { ...counts, day: '2026-11-22', profileViews: 12, postViews: 30, earned: 1_050 };
const statistics = {
  from: '2026-11-22',
  to: '2026-11-22',
  days: [day],
  totals: day,
  before: { ...day, profileViews: 8, likes: 0 },
  posts: [],
} as unknown as Statistics;

test('a card has its total and the change to the period before', async () => {
  const screen = await render(<KindCard kind="profileViews" statistics={statistics} />);
  await expect.element(screen.getByRole('heading', { name: 'Visitas ao perfil' })).toBeVisible();
  await expect.element(screen.getByText('12', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/\+50/)).toBeVisible();
});

test('a card without anything before it has no change: the page says that once', async () => {
  const screen = await render(<KindCard kind="likes" statistics={statistics} />);
  await expect.element(screen.getByRole('heading', { name: 'Curtidas' })).toBeVisible();
  expect(screen.container.textContent).toBe('Curtidas0');
});

test('the first and the last day are below the bars', async () => {
  const days = ['2026-11-01', '2026-11-30'].map((one) => ({ ...day, day: one }));
  const month = { ...statistics, days } as unknown as Statistics;
  const screen = await render(<KindCard kind="likes" statistics={month} />);
  await expect.element(screen.getByText('01/11')).toBeVisible();
  await expect.element(screen.getByText('30/11')).toBeVisible();
});

test('the table has the values of the charts under named columns', async () => {
  const screen = await render(<DaysTable days={statistics.days} />);
  await expect.element(screen.getByRole('columnheader', { name: 'Desbloqueios' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '30' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: /10,50/ })).toBeVisible();
});

test('a post is named by its text, with its views and earnings', async () => {
  const posts = [
    {
      id: '1',
      text: 'Bastidores',
      publishedAt: '2026-11-20T12:00:00.000Z',
      views: 41,
      likes: 3,
      comments: 1,
      unlocks: 2,
      earned: 1_400,
      watchedSeconds: 3_900,
    },
  ] as unknown as Statistics['posts'];
  const screen = await render(<PostsTable posts={posts} />);
  await expect.element(screen.getByRole('rowheader', { name: /Bastidores/ })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '41' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '1 h 05 min' })).toBeVisible();
});

test('each post is a card on a phone, with all values inside its width', async () => {
  await page.viewport(360, 700);
  const posts = [
    {
      id: '1',
      text: 'Bastidores',
      publishedAt: '2026-11-20T12:00:00.000Z',
      views: 41,
      likes: 3,
      comments: 1,
      unlocks: 2,
      earned: 1_400,
      watchedSeconds: 3_900,
    },
  ] as unknown as Statistics['posts'];
  const screen = await render(<PostsTable posts={posts} />);
  const cell = screen.getByRole('cell', { name: '1 h 05 min' });
  await expect.element(cell).toBeVisible();
  const { right } = cell.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(window.innerWidth);
  expect(screen.container.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await expect.element(screen.getByText('Tempo assistido').last()).toBeVisible();
});

test('the table of hours names each hour and weekday, and the best one is said in a sentence', async () => {
  const hours = [
    { weekday: 6, hour: 21, views: 30, sales: 0, followers: 3 },
    { weekday: 1, hour: 9, views: 4, sales: 1, followers: 0 },
  ];
  const screen = await render(<BestHours hours={hours} />);
  await expect
    .element(screen.getByText('O melhor horário é sábado, das 21h às 22h.'))
    .toBeVisible();
  await expect.element(screen.getByRole('rowheader', { name: '21h' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '30' })).toBeVisible();
});
