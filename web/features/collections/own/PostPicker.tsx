// Chooses posts for a collection: one's own that have a price or are not for everyone.
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { m } from '../../../paraglide/messages.js';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { formatDay, formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { type Post, myPostsQuery } from '../../posts/index.ts';
import { collectionPostsQuery } from '../queries.ts';
import styles from './own.module.css';

/** `price`: null when it is not sold by itself. */
export type ChosenPost = { id: string; price: number | null };

const isLocked = ({ price, public: open, archived }: Post): boolean =>
  !archived && (price !== null || !open);

export const PostPicker = ({
  collectionId,
  chosen,
  error,
  onChange,
}: {
  collectionId: string | null;
  /** In the order of the collection. */
  chosen: readonly ChosenPost[];
  error: string | undefined;
  onChange: (chosen: readonly ChosenPost[]) => void;
}) => {
  const mine = useInfiniteQuery(myPostsQuery());
  // Its owner's has no more posts than the first page.
  const inside = useInfiniteQuery({
    ...collectionPostsQuery(collectionId ?? ''),
    enabled: collectionId !== null,
  });
  const listed = mine.data?.pages.flatMap((page) => page.data) ?? [];
  const held = inside.data?.pages[0]?.data ?? [];
  const posts = [
    ...held,
    ...listed.filter(({ id }) => !held.some((post) => post.id === id)),
  ].filter(isLocked);
  // The prices of posts that were chosen before are known when they have been loaded.
  const fill = useEffectEvent((posts: readonly Post[]) =>
    onChange(posts.filter(isLocked).map(({ id, price }) => ({ id, price }))),
  );
  useEffect(() => {
    if (inside.data?.pages[0]) fill(inside.data.pages[0].data);
  }, [inside.data]);

  const toggle = ({ id, price }: Post, on: boolean) =>
    onChange(on ? [...chosen, { id, price }] : chosen.filter((post) => post.id !== id));

  return (
    <fieldset className={styles.picker}>
      <legend>{m.collection_choose({ count: chosen.length })}</legend>
      {error && (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
      <div className={styles.choices}>
        {mine.isPending && <Skeleton />}
        {mine.isSuccess && posts.length === 0 && (
          <p className={styles.soft}>{m.collection_nothing_locked()}</p>
        )}
        {posts.map((post) => (
          <Checkbox
            key={post.id}
            label={<Choice post={post} />}
            checked={chosen.some(({ id }) => id === post.id)}
            onChange={(event) => toggle(post, event.currentTarget.checked)}
          />
        ))}
        <LoadMore query={mine} text={m.own_more()} small />
      </div>
    </fieldset>
  );
};

const Choice = ({ post: { medias, text, price, startWhen } }: { post: Post }) => {
  const picture = medias.find(({ mdThumb }) => mdThumb)?.mdThumb;
  return (
    <span className={styles.choice}>
      {picture ? <img src={picture} alt="" loading="lazy" /> : <FileText aria-hidden />}
      <span className={styles.choiceWords}>
        <span className={styles.choiceText}>
          {text || m.own_without_text({ date: formatDay(startWhen) })}
        </span>
        <span className={styles.soft}>
          {price === null ? m.own_audience_members() : formatMoney(price)} · {formatDay(startWhen)}
        </span>
      </span>
    </span>
  );
};
