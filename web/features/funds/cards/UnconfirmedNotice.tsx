// Below a refusal that a confirmed email would have prevented: the way to confirm it.
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../shell/api/errors.ts';
import { useSession } from '../../../shell/session/session.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { SendConfirmation } from '../../auth/SendConfirmation.tsx';

/** Whether the account may try fewer cards only because its email is not confirmed. */
export const isForUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'card.declinesUnconfirmed';

export const UnconfirmedNotice = () => {
  const { user } = useSession();
  return (
    <NoticeBox>
      <p>{m.card_declines_confirm()}</p>
      <SendConfirmation email={user?.email ?? ''} label={m.card_declines_send()} />
    </NoticeBox>
  );
};
