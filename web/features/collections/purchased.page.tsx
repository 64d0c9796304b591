// /collections/purchased: the collections that a person bought, the latest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { CollectionCard } from './CollectionCard.tsx';
import styles from './collections.module.css';
import { purchasedCollectionsQuery } from './queries.ts';

const load = () => loadPage({ optional: [purchasedCollectionsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.collections_purchased()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function PurchasedPage() {
  const query = useInfiniteQuery(purchasedCollectionsQuery());
  const collections = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.collections_purchased()}</h1>
      {query.isError && (
        <ErrorState onRetry={() => void query.refetch()} loading={query.isFetching} />
      )}
      {query.isSuccess && collections.length === 0 && (
        <EmptyState
          icon={<Layers aria-hidden />}
          title={m.collections_purchased_empty()}
          action={
            <ButtonLink variant="line" small to="/?explore">
              {m.explore()}
            </ButtonLink>
          }
        >
          {m.collections_purchased_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.grid}>
        {collections.map((collection) => (
          <CollectionCard key={collection.id} collection={collection} />
        ))}
      </ul>
      <LoadMore query={query} text={m.collections_more()} />
    </section>
  );
}
