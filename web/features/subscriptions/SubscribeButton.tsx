// The subscribe button with its price ("subscribe for R$ 29.90"), or what a subscriber may do:
// manage the subscription, and pay for more months.
import { use } from 'react';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { askToJoin } from '../../client/navigation.ts';
import { SeenAs, useSession } from '../../client/session/session.ts';
import { usePendingAction } from '../../client/session/pending-action.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import type { Profile } from '../profiles/index.ts';

export const SubscribeButton = ({
  profile: { id, tier, subscribedUntil, domainName },
}: {
  profile: Profile;
}) => {
  const { user } = useSession();
  const seenAs = use(SeenAs);
  const mayWant = tier !== null && subscribedUntil === null && user?.profile.id !== id;
  const act = `subscribe:${domainName}`;
  const subscribe = () => openDialog('subscribe', { username: domainName });
  usePendingAction(mayWant ? act : null, subscribe);
  if (user?.profile.id === id) return null;
  if (subscribedUntil !== null) {
    const manage = seenAs ? (
      <Button variant="line" small>
        {m.plan_card_manage()}
      </Button>
    ) : (
      <ButtonLink variant="line" small to="/settings/subscriptions">
        {m.plan_card_manage()}
      </ButtonLink>
    );
    return (
      <>
        {manage}
        {tier !== null && tier.bundles.length > 0 && (
          <Button variant="text" small onClick={subscribe}>
            {m.plan_card_more_months()}
          </Button>
        )}
      </>
    );
  }
  if (!tier) return null;
  const price = formatMoney(tier.promotion?.price ?? tier.basePrice.price);
  const trialDays = tier.promotion?.trialDays ?? null;
  return (
    <Button variant="main" small onClick={user ? subscribe : () => askToJoin('subscribe', act)}>
      {trialDays === null ? m.subscribe_for({ price }) : m.subscribe_trial({ days: trialDays })}
    </Button>
  );
};
