// My posts as a compact list: state, audience, price, sales, likes and actions of each, narrowed to
// one state.
import { POST_STATES } from '@camarim/contract/limits';
import { postPath } from '@camarim/contract/post-path';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText, Images } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { lazyPart } from '../../../client/load-part.ts';
import { useTimeZone } from '../../../client/session/session.ts';
import { LoadMore } from '../../../ui/actions/LoadMore.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatCount, formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { copyPostLink } from '../card/copy-link.ts';
import type { Post, PostState } from '../post-cache.ts';
import { myPostsQuery } from '../queries.ts';
import styles from './own.module.css';
import { LatePart } from '../../../client/LatePart.tsx';

const OwnerOptions = lazyPart(() => import('../card/OwnerOptions.tsx'));

const STATE_TEXTS: Record<PostState, () => string> = {
  published: m.own_state_published,
  scheduled: m.own_state_scheduled,
  draft: m.own_state_draft,
  processing: m.own_state_processing,
  failed: m.own_state_failed,
  withheld: m.own_state_withheld,
  inReview: m.own_state_in_review,
  refused: m.own_state_refused,
  ended: m.own_state_ended,
  archived: m.own_state_archived,
};

/** The state of an address; null for all posts but the archived. */
export const stateOf = (name: string | null): PostState | null =>
  POST_STATES.find((state) => state === name) ?? null;

export const OwnPosts = ({ state }: { state: PostState | null }) => {
  const navigate = useNavigate();
  const posts = useInfiniteQuery(myPostsQuery(state));
  const rows = posts.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={styles.own}>
      <Select
        label={m.own_filter()}
        value={state ?? ''}
        options={[
          { value: '', text: m.studio_tab_all() },
          ...POST_STATES.map((value) => ({ value, text: STATE_TEXTS[value]() })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          void navigate(`/posts?view=list${value && `&state=${value}`}`, {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
      {posts.isPending && <Skeleton />}
      {posts.isError && (
        <ErrorState onRetry={() => void posts.refetch()} loading={posts.isFetching} />
      )}
      {posts.isSuccess && rows.length === 0 && (
        <EmptyState icon={<Images aria-hidden />} title={m.own_empty()} />
      )}
      <ul className={styles.rows} aria-label={m.publish_mine()}>
        {rows.map((post) => (
          <Row key={post.id} post={post} />
        ))}
      </ul>
      <LoadMore query={posts} text={m.own_more()} />
    </div>
  );
};

const Row = ({ post }: { post: Post }) => {
  const timeZone = useTimeZone();
  const { state, price, purchases, totalLikes, profile } = post;
  const facts = [
    post.public ? m.own_audience_all() : m.own_audience_members(),
    price === null ? m.own_free() : formatMoney(price),
    (price !== null || (purchases ?? 0) > 0) &&
      m.post_sales({ count: purchases ?? 0, text: formatCount(purchases ?? 0) }),
    m.own_likes({ count: Number(totalLikes), text: formatCount(Number(totalLikes)) }),
  ];
  return (
    <li className={styles.row}>
      <Face post={post} />
      <div className={styles.words}>
        <Link to={postPath(profile.domainName, post.id)} className={styles.text}>
          {post.text || m.own_without_text({ date: formatMoment(post.createdAt, timeZone) })}
        </Link>
        <p className={styles.facts}>
          {state && <Badge variant="plain">{STATE_TEXTS[state]()}</Badge>}{' '}
          {!post.draft && formatMoment(post.startWhen, timeZone)}
        </p>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <LatePart name={`options of ${post.id}`}>
        <OwnerOptions post={post} onCopyLink={() => void copyPostLink(post)} />
      </LatePart>
    </li>
  );
};

const Face = ({ post }: { post: Post }) => {
  const picture = post.medias.find(({ mdThumb }) => mdThumb)?.mdThumb;
  return picture ? (
    <img src={picture} alt="" loading="lazy" decoding="async" className={styles.face} />
  ) : (
    <span className={styles.face}>
      <FileText aria-hidden />
    </span>
  );
};
