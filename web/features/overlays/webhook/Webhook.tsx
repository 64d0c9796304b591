// The webhook of a producer: its address, secret and deliveries.
import { WEBHOOK_URL_MAX } from '@camarim/contract/features/overlays/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { ErrorState } from '../../../ui/display/ErrorState.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useWebhook, webhookQuery, type Webhook as Saved } from '../queries.ts';
import { Secret } from '../Secret.tsx';
import styles from '../overlays.module.css';
import { Deliveries } from './Deliveries.tsx';

type Question = 'rotate' | 'delete';

export const Webhook = () => {
  const { data, isError, isFetching, refetch } = useQuery(webhookQuery());
  // Above the form, which begins again with each saved address: the secret stays in sight.
  const actions = useWebhook();
  return (
    <section className={styles.part}>
      <div>
        <h2 className={styles.subtitle}>{m.webhook_title()}</h2>
        <p className={styles.soft}>{m.webhook_text()}</p>
      </div>
      {isError && data === undefined && (
        <ErrorState onRetry={() => void refetch()} loading={isFetching} />
      )}
      {data !== undefined && <Form key={data?.url ?? ''} saved={data} actions={actions} />}
    </section>
  );
};

type FormProps = { saved: Saved | null; actions: ReturnType<typeof useWebhook> };

const Form = ({ saved, actions: { save, rotate, remove } }: FormProps) => {
  const [url, setUrl] = useState(saved?.url ?? '');
  const [asking, setAsking] = useState<Question | null>(null);
  const refused = save.error instanceof ApiError ? save.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(url, { onSuccess: () => showToast(m.webhook_saved(), 'success') });
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={m.webhook_url()}
          hint={m.webhook_url_hint()}
          error={refused?.fields['url']?.message ?? refused?.message}
          type="url"
          inputMode="url"
          autoComplete="off"
          value={url}
          maxLength={WEBHOOK_URL_MAX}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="main"
            loading={save.isPending}
            disabled={url.trim() === '' || (url === saved?.url && saved.state === 'active')}
          >
            {m.webhook_save()}
          </Button>
        </div>
      </form>
      <NewSecret made={rotate.data?.secret ?? save.data?.secret ?? null} />
      {saved && <State webhook={saved} ask={setAsking} />}
      {saved && <Deliveries />}
      {asking && (
        <ConfirmDialog
          title={asking === 'rotate' ? m.webhook_rotate_title() : m.webhook_delete_title()}
          confirmLabel={asking === 'rotate' ? m.webhook_rotate() : m.webhook_delete()}
          onConfirm={() => (asking === 'rotate' ? rotate.mutateAsync() : remove.mutateAsync())}
          onClose={() => setAsking(null)}
        >
          {asking === 'rotate' ? m.webhook_rotate_text() : m.webhook_delete_text()}
        </ConfirmDialog>
      )}
    </>
  );
};

/** Shown once: the reply that made it is the only one that has it. */
const NewSecret = ({ made }: { made: string | null }) =>
  made === null ? null : (
    <NoticeBox>
      <p>{m.webhook_made()}</p>
      <Secret name={m.webhook_secret()} text={made} />
    </NoticeBox>
  );

const State = ({ webhook, ask }: { webhook: Saved; ask: (question: Question) => void }) => (
  <div className={styles.entry}>
    <div className={styles.entryText}>
      <span>
        <Badge variant={webhook.state === 'active' ? 'leaf' : 'plain'}>
          {webhook.state === 'active' ? m.webhook_active() : m.webhook_disabled()}
        </Badge>
      </span>
      <span className={styles.soft}>
        {webhook.formerSecretUntil
          ? m.webhook_former({ moment: formatMoment(webhook.formerSecretUntil) })
          : webhook.state === 'active'
            ? m.webhook_signed()
            : m.webhook_disabled_text()}
      </span>
    </div>
    <Button variant="text" small onClick={() => ask('rotate')}>
      {m.webhook_rotate()}
    </Button>
    <Button variant="text" small onClick={() => ask('delete')}>
      {m.webhook_delete()}
    </Button>
  </div>
);
