// Lists of the admin pages: entries as cards (AdminQueue) or as rows (AdminTable), with the error,
// the empty state and the next page that every list has.
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { m } from '../../paraglide/messages.js';
import styles from './dsb.module.css';

type List<Item> = {
  /** A query of TanStack Query; an infinite one flattens its pages by `select`. */
  query: {
    data: readonly Item[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
    hasNextPage?: boolean;
    isFetchingNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  empty: { title: string; text?: string };
};

const AdminList = <Item,>({
  query,
  empty,
  children,
}: List<Item> & { children: (items: readonly Item[]) => ReactNode }) => {
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    query;
  return (
    <>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.length === 0 && (
        <EmptyState icon={<Inbox aria-hidden />} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {data && data.length > 0 && children(data)}
      {hasNextPage && fetchNextPage && (
        <LoadMore
          query={{ hasNextPage, isFetchingNextPage: isFetchingNextPage ?? false, fetchNextPage }}
          text={m.dsb_more()}
          className={styles.more}
        />
      )}
    </>
  );
};

/** `children` renders one entry, with its key. */
export const AdminQueue = <Item,>({
  query,
  empty,
  children,
}: List<Item> & { children: (item: Item) => ReactNode }) => (
  <AdminList query={query} empty={empty}>
    {(items) => items.map(children)}
  </AdminList>
);

/** `head` is a message; columns are constants of their module. */
export type AdminColumn<Item> = { head: () => string; cell: (item: Item) => ReactNode };

export const AdminTable = <Item,>({
  query,
  empty,
  label,
  columns,
  keyOf,
}: List<Item> & {
  label: string;
  columns: readonly AdminColumn<Item>[];
  keyOf: (item: Item) => string;
}) => (
  <AdminList query={query} empty={empty}>
    {(items) => (
      <table aria-label={label} className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ head }) => (
              <th key={head()} scope="col">
                {head()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ head, cell }) => (
                <td key={head()}>{cell(item)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </AdminList>
);
