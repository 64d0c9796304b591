// /lists: a producer's lists of people, by hand and by rule, and how many a combination of them
// has.
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { loadPage } from '../../client/page-data.ts';
import { m } from '../../paraglide/messages.js';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { ListForm } from './ListForm.tsx';
import { ListRow } from './ListRow.tsx';
import { listsQuery, type Selection } from './queries.ts';
import { SelectionFields } from './SelectionFields.tsx';
import { useFocusAfterSwap } from '../../ui/fields/use-focus-after-swap.ts';
import styles from './lists.module.css';

const load = () => loadPage({ optional: [listsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.lists_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

/** Counting takes a second at most; of the other lists it is done by a press. */
const COUNTED_MAX = 10;

export default function ListsPage() {
  const { data: lists, isPending, isError, isFetching, refetch } = useQuery(listsQuery());
  const [creating, setCreating] = useState(false);
  const place = useFocusAfterSwap(creating);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.lists_title()}</h1>
      <p className={styles.soft}>{m.lists_text()}</p>
      <div ref={place}>
        {creating ? (
          <ListForm list={null} onClose={() => setCreating(false)} />
        ) : (
          <Button variant="main" onClick={() => setCreating(true)}>
            {m.lists_new()}
          </Button>
        )}
      </div>
      {isPending && <Spinner />}
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {lists?.length === 0 && !creating && (
        <EmptyState icon={<ListChecks aria-hidden />} title={m.lists_empty()}>
          {m.lists_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {lists?.map((list, place) => (
          <li key={list.id}>
            <ListRow list={list} counted={place < COUNTED_MAX} />
          </li>
        ))}
      </ul>
      <Combination />
    </section>
  );
}

const Combination = () => {
  const [selection, setSelection] = useState<Selection>({ include: [], exclude: [] });
  return (
    <section className={styles.card} aria-labelledby="combine">
      <h2 id="combine" className={styles.subtitle}>
        {m.lists_combine()}
      </h2>
      <p className={styles.soft}>{m.lists_combine_text()}</p>
      <SelectionFields selection={selection} onChange={setSelection} />
      {selection.include.length > 0 && (
        <div className={styles.buttons}>
          <ButtonLink variant="main" to="/chats/broadcasts" state={{ selection }}>
            {m.lists_write()}
          </ButtonLink>
        </div>
      )}
    </section>
  );
};
