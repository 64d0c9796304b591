// Notice that the composer restored an unsaved draft, with a button to discard it.
import type { Centavos } from '@camarim/contract/money';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';

export const RestoredDraft = ({
  price,
  onDiscard,
}: {
  price: Centavos | null;
  onDiscard: () => void;
}) => (
  <NoticeBox>
    <p>
      {price === null
        ? m.publish_restored()
        : m.publish_restored_price({ price: formatMoney(price) })}
    </p>
    <Button variant="line" small onClick={onDiscard}>
      {m.publish_restored_discard()}
    </Button>
  </NoticeBox>
);
