// The collections of a producer, on their profile.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { CollectionCard } from './CollectionCard.tsx';
import styles from './collections.module.css';
import { collectionsQuery } from './queries.ts';

const ProfileCollections = ({ profileId }: { profileId: string }) => {
  const { data: all = [] } = useQuery(collectionsQuery(profileId));
  const collections = all.filter(({ offer, purchased }) => offer !== null || purchased);
  if (collections.length === 0) return null;
  return (
    <section className={styles.ofProfile}>
      <h2 className={styles.subtitle}>{m.collections_title()}</h2>
      <ul className={styles.cards}>
        {collections.map((collection) => (
          <CollectionCard key={collection.id} collection={collection} />
        ))}
      </ul>
    </section>
  );
};

export default ProfileCollections;
