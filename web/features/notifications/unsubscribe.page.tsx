// /account/unsubscribe?code=…: ends emails by one press, without a session. Email programs post to
// the same address (RFC 8058); opening it changes nothing, because mail filters open links.
import { MailX } from 'lucide-react';
import { data, Form, useActionData } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { call } from '../../client/api/api.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import account from '../../ui/layout/account.module.css';
import { AccountCard } from '../auth/index.ts';
import { NOTIFICATION_SETTINGS_PATH } from './paths.ts';

const REFUSED = 400;

export const meta = () => [
  { title: `${m.unsubscribe_title()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export const action = async ({ request }: { request: Request }) => {
  const code = new URL(request.url).searchParams.get('code') ?? '';
  try {
    await call('POST /publics/notifications/unsubscribe', { body: { code } });
    return { ended: true };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      return data({ ended: false }, { status: REFUSED });
    throw error;
  }
};

export default function UnsubscribePage() {
  const result = useActionData<{ ended: boolean }>();
  if (result)
    return (
      <AccountCard title={m.unsubscribe_title()}>
        <EmptyState
          icon={<MailX aria-hidden />}
          title={result.ended ? m.unsubscribe_done() : m.unsubscribe_failed()}
          action={
            <ButtonLink to={NOTIFICATION_SETTINGS_PATH}>{m.unsubscribe_settings()}</ButtonLink>
          }
        />
      </AccountCard>
    );
  return (
    <AccountCard title={m.unsubscribe_title()} intro={m.unsubscribe_text()}>
      {/* A plain form, so that it works before and without JavaScript. */}
      <Form method="post" reloadDocument className={account.form}>
        <Button type="submit" variant="main" fullWidth>
          {m.unsubscribe_submit()}
        </Button>
      </Form>
    </AccountCard>
  );
}
