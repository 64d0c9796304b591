// The collections that a locked post is in, with what they cost this viewer.
import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import type { Data } from '../../client/api/api.ts';
import { formatMoney } from '../../ui/display/formats.ts';
import styles from './collections.module.css';
import { collectionOffersQuery, titleOf } from './queries.ts';
import { useOpenCollection } from './use-open-collection.ts';

const PostCollections = ({ post }: { post: { id: string } }) => {
  const { data: offers = [] } = useQuery(collectionOffersQuery(post.id));
  return offers.map((offer) => <AlsoIn key={offer.collectionId} offer={offer} />);
};

const AlsoIn = ({ offer }: { offer: Data<'GET /collections/offers'>[number] }) => {
  const open = useOpenCollection(offer.collectionId);
  return (
    <button type="button" className={styles.alsoIn} onClick={open}>
      <Layers aria-hidden />
      <span>
        {m.collection_also_in({
          title: titleOf(offer),
          price: formatMoney(offer.price),
          posts: m.collection_posts({ count: offer.posts }),
        })}
      </span>
    </button>
  );
};

export default PostCollections;
