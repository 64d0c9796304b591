// The collections that a locked post is in, with what they cost this viewer.
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { formatMoney } from '../../ui/display/formats.ts';
import styles from './collections.module.css';
import { type Collection, collectionsQuery } from './queries.ts';
import { useOpenCollection } from './use-open-collection.ts';

/** More would hide the picture. */
const SHOWN = 2;

const PostCollections = ({ post }: { post: { id: string; profileId: string } }) => {
  const { data: collections = [] } = useQuery(collectionsQuery(post.profileId));
  return collections
    .filter(({ offer }) => offer?.postIds.some((id) => id === post.id))
    .slice(0, SHOWN)
    .map((collection) => <AlsoIn key={collection.id} collection={collection} />);
};

const AlsoIn = ({ collection: { id, title, offer } }: { collection: Collection }) => {
  const open = useOpenCollection(id);
  return (
    <button type="button" className={styles.alsoIn} onClick={open}>
      <Layers aria-hidden />
      <span>
        {m.collection_also_in({
          title,
          price: formatMoney(offer?.price ?? 0),
          posts: m.collection_posts({ count: offer?.postIds.length ?? 0 }),
        })}
      </span>
    </button>
  );
};

export default PostCollections;
