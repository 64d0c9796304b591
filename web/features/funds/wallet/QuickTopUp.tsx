// Adds money in one press, by the default card where that was allowed; else by the wallet dialog.
import type { Centavos } from '@camarim/contract/money';
import { useRef } from 'react';
import { m } from '../../../paraglide/messages.js';
import { newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError } from '../../../client/api/errors.ts';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { useCardAuthentication } from '../cards/use-card-authentication.tsx';
import { type Charge, isRefusedForGood, useTopUp } from '../queries.ts';
import { endingOf, type SavedPayment, useDefaultCard } from '../saved.ts';
import { useQuickTopUpAllowed } from './quick-top-up.ts';

type Props = {
  value: Centavos;
  /** The text of the button that opens the wallet. */
  label: string;
};

export default function QuickTopUp({ value, label }: Props) {
  const allowed = useQuickTopUpAllowed();
  const card = useDefaultCard();
  return allowed && card ? (
    <ByCard key={card.id} card={card} value={value} />
  ) : (
    <Button variant="main" small onClick={() => openDialog('wallet', { suggested: value })}>
      {label}
    </Button>
  );
}

const isPaid = ({ status, heldUntil }: Charge): boolean => status === 'paid' && heldUntil === null;

const ByCard = ({ card, value }: { card: SavedPayment; value: Centavos }) => {
  const topUp = useTopUp();
  const { authenticate, authenticating, numberDialog } = useCardAuthentication();
  // A second press repeats the same top-up.
  const key = useRef(newIdempotencyKey());
  const pay = async () => {
    const proof = await authenticate(card, value).catch(() => null);
    if (!proof) return openDialog('wallet', { suggested: value });
    topUp.mutate(
      {
        method: 'card',
        value,
        intent: null,
        profileCardId: card.id,
        ...proof,
        idempotencyKey: key.current,
      },
      {
        // Declined, or the bank asks something: the wallet says so, and offers other ways.
        onSuccess: ({ data }) => {
          key.current = newIdempotencyKey();
          if (!isPaid(data)) openDialog('wallet', { chargeId: data.id });
        },
        onError: (error) => {
          // No answer: the card may have been charged, and another press continues the same charge.
          if (!(error instanceof ApiError) || error.status >= 500) return;
          if (isRefusedForGood(error)) key.current = newIdempotencyKey();
          openDialog('wallet', { suggested: value });
        },
      },
    );
  };
  return (
    <>
      <Button
        variant="main"
        small
        loading={topUp.isPending || authenticating}
        onClick={() => void pay()}
      >
        {m.wallet_quick_pay({ value: formatMoney(value), ending: endingOf(card) })}
      </Button>
      {numberDialog}
    </>
  );
};
