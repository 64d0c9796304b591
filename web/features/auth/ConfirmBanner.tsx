// Shown above every page until the account's email address is confirmed.
import { MailWarning } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { NoticeStrip } from '../../ui/display/Notice.tsx';
import { SendConfirmation } from './SendConfirmation.tsx';

export default function ConfirmBanner({ email }: { email: string }) {
  return (
    <NoticeStrip label={m.confirm_title()}>
      <MailWarning aria-hidden />
      <p>{email === '' ? m.confirm_banner_none() : m.confirm_banner_text({ email })}</p>
      <SendConfirmation email={email} label={m.confirm_banner_again()} />
    </NoticeStrip>
  );
}
