// Shown below an error that a confirmed email address would have prevented.
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { useSession } from '../../../client/session/session.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { SendConfirmation } from '../../auth/index.ts';

/** Whether the limit of cards is low only because the account's email address is not confirmed. */
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
