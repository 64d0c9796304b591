// /collections: a producer's collections, with what they sold.
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { loadPage } from '../../../client/page-data.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { ownCollectionsQuery } from '../queries.ts';
import { CollectionEditor } from './CollectionEditor.tsx';
import { OwnCollection } from './OwnCollection.tsx';
import styles from './own.module.css';

const load = () => loadPage({ optional: [ownCollectionsQuery()] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.collections_mine()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function CollectionsPage() {
  const { data: collections, isError, refetch, isFetching } = useQuery(ownCollectionsQuery());
  const [creating, setCreating] = useState(false);
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.collections_mine()}</h1>
      <p className={styles.soft}>{m.collections_text()}</p>
      <Button variant="main" onClick={() => setCreating(true)} className={styles.create}>
        {m.collection_create()}
      </Button>
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {collections?.length === 0 && (
        <EmptyState icon={<Layers aria-hidden />} title={m.collections_empty()}>
          {m.collections_empty_text()}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {collections?.map((collection) => (
          <OwnCollection key={collection.id} collection={collection} />
        ))}
      </ul>
      {creating && <CollectionEditor collection={null} onClose={() => setCreating(false)} />}
    </section>
  );
}
