// What an administrator has decided about the show of this producer: what is taken from its
// watchers, for as long as it is, and the reason, which a toast shows too shortly.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert, X } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { liveKeys } from '../keys.ts';
import type { Live } from '../queries.ts';
import styles from './studio.module.css';

export const ModerationNotice = ({ live: { id, blurred, withheld } }: { live: Live }) => {
  const client = useQueryClient();
  // Events write it; it is never asked for.
  const { data: warning = null } = useQuery<string | null>({
    queryKey: liveKeys.warning(id),
    queryFn: skipToken,
  });
  const taken = withheld ? m.live_withheld_own() : blurred ? m.live_blurred_own() : null;
  if (taken === null && warning === null) return null;
  return (
    <div className={styles.moderation}>
      <ShieldAlert aria-hidden />
      <div>
        {taken !== null && (
          <p role="status">
            <b>{taken}</b>
          </p>
        )}
        {/* The toast has read it out. */}
        {warning !== null && <p>{m.live_warning({ text: warning })}</p>}
      </div>
      {taken === null && (
        <IconButton
          label={m.close()}
          icon={<X />}
          onClick={() => client.setQueryData(liveKeys.warning(id), null)}
        />
      )}
    </div>
  );
};
