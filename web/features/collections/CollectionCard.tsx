// A collection in a list: pictures, title, how many posts and what it costs this viewer.
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import styles from './collections.module.css';
import { Covers } from './Covers.tsx';
import { type Collection, titleOf } from './queries.ts';
import { useOpenCollection } from './use-open-collection.ts';

export const CollectionCard = ({ collection }: { collection: Collection }) => {
  const { id, covers, postIds, offer, price, mine } = collection;
  const open = useOpenCollection(id);
  return (
    <li className={styles.cardItem}>
      <button type="button" className={styles.card} onClick={open}>
        <Covers covers={covers} />
        <span className={styles.cardTitle}>{titleOf(collection)}</span>
        <span className={styles.soft}>{m.collection_posts({ count: postIds.length })}</span>
        <span className={styles.cardPrice}>
          {offer || mine ? (
            <b>{formatMoney(offer?.price ?? price)}</b>
          ) : (
            <Badge variant="leaf">{m.collection_owned()}</Badge>
          )}
          {offer?.separately && offer.separately > offer.price && (
            <s className={styles.soft}>{formatMoney(offer.separately)}</s>
          )}
        </span>
      </button>
    </li>
  );
};
