// Before a show that is paid by the minute: whether a top-up may take one press.
import { m } from '../../../paraglide/messages.js';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { endingOf, useDefaultCard } from '../saved.ts';
import { allowQuickTopUp, useQuickTopUpAllowed } from './quick-top-up.ts';

/** Nothing for who has no card. */
export default function QuickTopUpChoice() {
  const card = useDefaultCard();
  const allowed = useQuickTopUpAllowed();
  if (!card) return null;
  return (
    <Checkbox
      label={m.wallet_quick_allow({ ending: endingOf(card) })}
      checked={allowed}
      onChange={({ currentTarget: { checked } }) => allowQuickTopUp(checked)}
    />
  );
}
