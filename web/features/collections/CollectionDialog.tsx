// What is in a collection, what this viewer would get and pay, and its purchase.
import { postPath } from '@camarim/contract/post-path';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Lock } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { type Data, newIdempotencyKey } from '../../client/api/api.ts';
import { askToJoin } from '../../client/navigation.ts';
import { useSession } from '../../client/session/session.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { PaymentProblem, usePay } from '../funds/index.ts';
import styles from './collections.module.css';
import { collectionKeys } from './keys.ts';
import { type Collection, collectionPostsQuery, collectionQuery, titleOf } from './queries.ts';
import { wantedCollection } from './use-open-collection.ts';

type Post = Data<'GET /collections/{id}/posts'>[number];
type Offer = NonNullable<Collection['offer']>;

const CollectionDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const collection = useQuery(collectionQuery(id));
  const contents = useInfiniteQuery(collectionPostsQuery(id));
  const posts = contents.data?.pages.flatMap(({ data }) => data) ?? [];
  if (!collection.data)
    return (
      <Dialog size="wallet" title={m.collection_waiting()} onClose={onClose}>
        {collection.isError ? (
          <ErrorState onRetry={() => void collection.refetch()} loading={collection.isFetching} />
        ) : (
          <Spinner />
        )}
      </Dialog>
    );
  const { text, profile, offer, mine } = collection.data;
  return (
    <Dialog size="wallet" title={titleOf(collection.data)} onClose={onClose}>
      <p className={styles.soft}>
        {m.collection_by({ name: profile.exibitionName })} ·{' '}
        {m.collection_posts({ count: contents.data?.pages[0]?.total ?? posts.length })}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      <Contents posts={posts} onClose={onClose} />
      <LoadMore query={contents} text={m.collection_more_posts()} small />
      {offer && !mine && (
        <Purchase collection={collection.data} offer={offer} posts={posts} onClose={onClose} />
      )}
      {!offer && !mine && <p className={styles.owned}>{m.collection_all_owned()}</p>}
    </Dialog>
  );
};

const Contents = ({ posts, onClose }: { posts: readonly Post[]; onClose: () => void }) => (
  <ul className={styles.tiles} aria-label={m.collection_contents()}>
    {posts.map((post) => (
      <li key={post.id}>
        <Link
          to={postPath(post.profile.domainName, post.id)}
          className={styles.tile}
          onClick={onClose}
        >
          <Tile post={post} />
        </Link>
      </li>
    ))}
  </ul>
);

const Tile = ({ post }: { post: Post }) => {
  const [cover] = post.medias;
  const picture = cover?.mdThumb ?? cover?.preview;
  const name = post.text || (post.price === null ? m.collection_post() : formatMoney(post.price));
  return (
    <>
      {picture ? <img src={picture} alt="" loading="lazy" /> : <FileText aria-hidden />}
      <span className="visually-hidden">{name}</span>
      {post.locked ? (
        <span className={styles.badge}>
          <Lock aria-hidden />
          {post.price !== null && formatMoney(post.price)}
        </span>
      ) : (
        <span className={styles.badge}>{m.collection_open()}</span>
      )}
    </>
  );
};

type PurchaseProps = {
  collection: Collection;
  offer: Offer;
  posts: readonly Post[];
  onClose: () => void;
};

const Purchase = ({ collection, offer, posts, onClose }: PurchaseProps) => {
  const { user } = useSession();
  const client = useQueryClient();
  const pay = usePay();
  // One idempotency key per dialog: a second click, or one after a top-up, repeats the purchase.
  const idempotencyKey = useRef(newIdempotencyKey());
  const buy = () =>
    pay.mutate(
      {
        intent: {
          kind: 'collection',
          collectionId: collection.id,
          postIds: offer.postIds,
          value: offer.price,
          label: collection.profile.exibitionName,
        },
        idempotencyKey: idempotencyKey.current,
      },
      {
        onSuccess: () => {
          showToast(m.collection_bought(), 'success');
          onClose();
        },
        // It may be refused because the collection has changed.
        onError: () => void client.invalidateQueries({ queryKey: collectionKeys.all }),
      },
    );
  return (
    <div className={styles.purchase}>
      <Sums collection={collection} offer={offer} posts={posts} />
      <p className={styles.soft}>{m.collection_terms({ count: offer.postIds.length })}</p>
      <PaymentProblem error={pay.error} />
      <Button
        variant="main"
        fullWidth
        loading={pay.isPending}
        onClick={user ? buy : () => askToJoin('unlock', wantedCollection(collection.id))}
      >
        {m.collection_buy({
          price: formatMoney(offer.price),
          posts: m.collection_posts({ count: offer.postIds.length }),
        })}
      </Button>
    </div>
  );
};

/** What the posts cost one by one, what the viewer has already, and what is left to pay. */
const Sums = ({ collection, offer, posts }: Omit<PurchaseProps, 'onClose'>) => {
  const { separately, price } = offer;
  const seen = posts.filter(
    (post) => offer.postIds.some((id) => id === post.id) && post.locked === null,
  ).length;
  return (
    <>
      <dl className={styles.sums}>
        {separately !== null && (
          <>
            <dt>{m.collection_separately()}</dt>
            <dd>
              {separately > price ? <s>{formatMoney(separately)}</s> : formatMoney(separately)}
            </dd>
          </>
        )}
        <dt>{m.collection_together()}</dt>
        <dd>
          <b>{formatMoney(price)}</b>
        </dd>
      </dl>
      {collection.owned > 0 && (
        <p className={styles.note}>
          {m.collection_less({ count: collection.owned, price: formatMoney(collection.price) })}
        </p>
      )}
      {seen > 0 && <p className={styles.note}>{m.collection_seen({ count: seen })}</p>}
    </>
  );
};

export default CollectionDialog;
