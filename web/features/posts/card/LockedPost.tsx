// A locked post with the action that unlocks it: buying, subscribing, following, logging in or age
// verification.
import { use, useRef, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { openDialog } from '../../../client/dialogs.ts';
import { askToJoin } from '../../../client/navigation.ts';
import { useSession } from '../../../client/session/session.ts';
import { usePendingAction } from '../../../client/session/pending-action.ts';
import { ViewerActions } from '../../../client/session/ViewerActions.tsx';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { BalanceLine, PaymentProblem, usePay, useTopUpFirst } from '../../funds/index.ts';
import { FreePreview, LockedMedia } from '../../media/index.ts';
import type { Post } from '../post-cache.ts';
import { PostSlots } from './post-slots.ts';
import { useFollowAuthor } from '../mutations.ts';
import { useRefreshExpiredMedia } from './use-refresh-expired-media.ts';
import { LatePart } from '../../../client/LatePart.tsx';

type LockState = NonNullable<Post['locked']>;

export const LockedPost = ({ post, locked }: { post: Post; locked: LockState }) => {
  const onStale = useRefreshExpiredMedia(post);
  const free = post.medias.filter((media) => media.free && (media.url ?? media.trailer));
  return (
    <>
      {free.length > 0 && <FreePreview group={{ medias: free, owner: post.profile, onStale }} />}
      <Lock post={post} locked={locked} />
    </>
  );
};

const Lock = ({ post, locked }: { post: Post; locked: LockState }) => {
  const { Collections } = use(PostSlots);
  return (
    <LockedMedia medias={post.medias} locked={locked}>
      <ViewerActions>
        <UnlockAction post={post} reason={locked.reason} />
        {Collections && locked.reason !== 'age' && (
          <LatePart name={`collections of ${post.id}`}>
            <Collections post={post} />
          </LatePart>
        )}
      </ViewerActions>
    </LockedMedia>
  );
};

const UnlockAction = ({ post, reason }: { post: Post; reason: LockState['reason'] }) => {
  const { user } = useSession();
  if (reason === 'age') {
    return (
      <ButtonLink variant="main" to="/account/age">
        {m.post_age_to_see()}
      </ButtonLink>
    );
  }
  if (!user && post.locked?.forSubscribers) return <SubscribeToSee post={post} />;
  if (!user || reason === 'login') {
    return (
      <Button variant="main" onClick={() => askToJoin('unlock', `unlock:${post.id}`)}>
        {post.price === null
          ? m.post_login_to_see()
          : m.post_price_unlock({ price: formatMoney(post.price) })}
      </Button>
    );
  }
  if (reason === 'price' && post.price !== null) return <BuyPost post={post} price={post.price} />;
  return post.locked?.forSubscribers ? <SubscribeToSee post={post} /> : <FollowToSee post={post} />;
};

const BuyPost = ({ post, price }: { post: Post; price: number }) => {
  const [asking, setAsking] = useState(false);
  const [checking, setChecking] = useState(false);
  const pay = usePay();
  const topUpFirst = useTopUpFirst();
  usePendingAction(`unlock:${post.id}`, () => {
    document.getElementById(`post-${post.id}`)?.scrollIntoView({ block: 'center' });
    void ask();
  });
  // One idempotency key per component: a repeated click or retry buys the post once.
  const idempotencyKey = useRef(newIdempotencyKey());
  const text = formatMoney(price);

  const intent = {
    kind: 'purchase' as const,
    postId: post.id,
    value: price,
    label: post.profile.exibitionName,
  };

  const ask = async () => {
    pay.reset();
    setChecking(true);
    setAsking(!(await topUpFirst(intent)));
    setChecking(false);
  };

  const buy = async () => {
    await pay.mutateAsync({ intent, idempotencyKey: idempotencyKey.current });
    showToast(m.post_unlocked(), 'success');
  };

  return (
    <>
      <Button variant="main" loading={checking} onClick={() => void ask()}>
        {m.post_price_unlock({ price: text })}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.post_unlock_confirm_title()}
          confirmLabel={m.post_price_unlock({ price: text })}
          focused
          onConfirm={buy}
          onClose={() => setAsking(false)}
        >
          {m.post_unlock_confirm_text({
            price: text,
            share: formatMoney(post.locked?.share ?? price),
            name: post.profile.exibitionName,
          })}
          <BalanceLine />
          <PaymentProblem error={pay.error} />
        </ConfirmDialog>
      )}
    </>
  );
};

const SubscribeToSee = ({ post: { profile, locked } }: { post: Post }) => {
  const { user } = useSession();
  const plan = locked?.plan ?? null;
  const act = `subscribe:${profile.domainName}`;
  const subscribe = () => openDialog('subscribe', { username: profile.domainName });
  usePendingAction(act, subscribe);
  return (
    <>
      <p>{m.post_subscribers_only({ name: profile.exibitionName })}</p>
      {plan !== null && (
        <Button variant="main" onClick={user ? subscribe : () => askToJoin('subscribe', act)}>
          {m.post_subscribe_to_see()}
        </Button>
      )}
    </>
  );
};

const FollowToSee = ({ post }: { post: Post }) => {
  const follow = useFollowAuthor(post);
  return (
    <>
      <p>{m.post_members_only({ name: post.profile.exibitionName })}</p>
      <Button variant="main" loading={follow.isPending} onClick={() => follow.mutate()}>
        {m.post_follow_to_see()}
      </Button>
    </>
  );
};
