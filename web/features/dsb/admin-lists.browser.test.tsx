// What all admin pages share: lists with their states, and decisions with a reason.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { AdminQueue, AdminTable, Decision, FoldedSection } from './index.ts';

const listOf = <Item,>(data: readonly Item[] | undefined, isError = false) => ({
  data,
  isError,
  isFetching: false,
  refetch: vi.fn<() => void>(),
});
const empty = { title: 'No request', text: 'New requests appear here.' };

test('a queue shows each item and no empty state', async () => {
  const screen = await render(
    <AdminQueue query={listOf(['ana', 'bia'])} empty={empty}>
      {(name) => <article key={name}>{name}</article>}
    </AdminQueue>,
  );
  await expect.element(screen.getByText('ana')).toBeVisible();
  await expect.element(screen.getByText('bia')).toBeVisible();
  expect(screen.getByText('No request').elements()).toHaveLength(0);
});

test('a queue without items says what will appear in it', async () => {
  const screen = await render(
    <AdminQueue query={listOf<string>([])} empty={empty}>
      {(name) => <article key={name}>{name}</article>}
    </AdminQueue>,
  );
  await expect.element(screen.getByText('New requests appear here.')).toBeVisible();
});

test('a queue that could not be loaded offers to load it again', async () => {
  const query = listOf<string>(undefined, true);
  const screen = await render(
    <AdminQueue query={query} empty={empty}>
      {(name) => <article key={name}>{name}</article>}
    </AdminQueue>,
  );
  await screen.getByRole('button', { name: 'Tentar de novo' }).click();
  expect(query.refetch).toHaveBeenCalledOnce();
  expect(screen.getByText('No request').elements()).toHaveLength(0);
});

test('a table names its columns and loads the next page', async () => {
  const fetchNextPage = vi.fn<() => void>();
  const screen = await render(
    <AdminTable
      query={{ ...listOf(['ana']), hasNextPage: true, isFetchingNextPage: false, fetchNextPage }}
      empty={empty}
      label="People"
      keyOf={(name) => name}
      columns={[{ head: () => 'Name', cell: (name) => name }]}
    />,
  );
  await expect.element(screen.getByRole('table', { name: 'People' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await screen.getByRole('button', { name: 'Mostrar mais' }).click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

const CHOICES = [
  { key: 'approve', text: 'Approve', main: true, needsReason: false },
  { key: 'reject', text: 'Reject', main: false, needsReason: true },
] as const;

test('a rejection without a reason is not sent, and one with a reason is', async () => {
  const onDecide = vi.fn<(key: string, reason: string) => void>();
  const screen = await render(
    <Decision right="content.decide" choices={CHOICES} loading={false} onDecide={onDecide} />,
  );
  await screen.getByRole('button', { name: 'Reject' }).click();
  await expect.element(screen.getByText('Escreva o motivo.')).toBeVisible();
  expect(onDecide).not.toHaveBeenCalled();
  await screen.getByRole('textbox').fill('The picture is blurred.');
  await screen.getByRole('button', { name: 'Reject' }).click();
  expect(onDecide).toHaveBeenCalledExactlyOnceWith('reject', 'The picture is blurred.');
});

test('an approval waits until all documents were viewed, a rejection does not', async () => {
  const onDecide = vi.fn<(key: string, reason: string) => void>();
  const screen = await render(
    <Decision
      right="content.decide"
      choices={CHOICES}
      loading={false}
      unseen
      onDecide={onDecide}
    />,
  );
  await expect.element(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Reject' })).toBeEnabled();
});

test('a folded section renders what it shows when it is opened, and keeps it', async () => {
  const shown = vi.fn<() => void>();
  const Content = () => {
    shown();
    return <p>31 sessions</p>;
  };
  const screen = await render(
    <FoldedSection title="Sessions">
      <Content />
    </FoldedSection>,
  );
  await expect.element(screen.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  expect(shown).not.toHaveBeenCalled();
  await screen.getByText('Sessions').click();
  await expect.element(screen.getByText('31 sessions')).toBeVisible();
  await screen.getByText('Sessions').click();
  await expect.element(screen.getByText('31 sessions')).not.toBeVisible();
});
