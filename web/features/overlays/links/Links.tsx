// Secret links for broadcasting programs: a page with alerts, and the stream of events behind it.
import { OVERLAY_LABEL_MAX, OVERLAY_LINKS_MAX } from '@camarim/contract/features/overlays/limits';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatDay, formatMoment } from '../../../ui/display/formats.ts';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { type Link, linksQuery, useLinks } from '../queries.ts';
import styles from '../overlays.module.css';
import { NewLink } from './NewLink.tsx';

export const Links = () => {
  const { data: links } = useQuery(linksQuery());
  const { create, revoke } = useLinks();
  const [label, setLabel] = useState('');
  const [asking, setAsking] = useState<Link | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(label, { onSuccess: () => setLabel('') });
  };
  return (
    <section className={styles.part}>
      <div>
        <h2 className={styles.subtitle}>{m.links_title()}</h2>
        <p className={styles.soft}>{m.links_text()}</p>
      </div>
      {create.data && <NewLink key={create.data.id} made={create.data} />}
      {links?.length === 0 && <p className={styles.soft}>{m.links_none()}</p>}
      <ul className={styles.list}>
        {links?.map((link) => (
          <li key={link.id} className={styles.entry}>
            <div className={styles.entryText}>
              <b>{link.label || m.link_unnamed()}</b>
              <span className={styles.soft}>
                …{link.ending} · {formatDay(link.createdAt)} ·{' '}
                {link.usedAt ? m.link_used({ moment: formatMoment(link.usedAt) }) : m.link_unused()}
              </span>
            </div>
            <Button variant="text" small onClick={() => setAsking(link)}>
              {m.link_revoke()}
            </Button>
          </li>
        ))}
      </ul>
      <form className={styles.inline} onSubmit={submit}>
        <TextField
          label={m.link_label()}
          value={label}
          maxLength={OVERLAY_LABEL_MAX}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="line"
          loading={create.isPending}
          disabled={(links?.length ?? 0) >= OVERLAY_LINKS_MAX}
        >
          {m.link_create()}
        </Button>
      </form>
      {asking && (
        <ConfirmDialog
          title={m.link_revoke_title()}
          confirmLabel={m.link_revoke()}
          onConfirm={() => revoke.mutateAsync(asking.id)}
          onClose={() => setAsking(null)}
        >
          {m.link_revoke_text()}
        </ConfirmDialog>
      )}
    </section>
  );
};
