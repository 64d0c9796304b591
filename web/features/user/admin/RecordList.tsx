// Records about one person as lines, with the button of the next page.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { adminStyles as styles } from '../../dsb/index.ts';

export const RecordList = <Item,>({
  query,
  none,
  children,
}: {
  query: UseInfiniteQueryResult<Item[]>;
  /** Shown in the place of an empty list. */
  none: string;
  children: (item: Item) => ReactNode;
}) => {
  const { data, isError, isFetching, refetch } = query;
  return (
    <>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data?.length === 0 && <p className={styles.soft}>{none}</p>}
      <ul className={styles.records}>{data?.map(children)}</ul>
      <LoadMore query={query} text={m.dsb_more()} small className={styles.more} />
    </>
  );
};
