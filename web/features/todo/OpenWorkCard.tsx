// The card of an item of open work: a click or a word in it claims the item, so that two people
// never work on one. Others see who has it, and what decides it is disabled for them.
import type { OpenWorkKind } from '@camarim/contract/features/dsb';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/display/Badge.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { AdminCard } from '../dsb/index.ts';
import { useClaim } from './use-claim.ts';
import styles from './todo.module.css';

export const OpenWorkCard = ({
  kind,
  id,
  opened = false,
  title,
  children,
}: {
  /** Null: it waits no more. */
  kind: OpenWorkKind | null;
  id: string;
  /** The page shows this item only, so that it is claimed at once. */
  opened?: boolean;
  title?: ReactNode;
  children: ReactNode;
}) => {
  const { heldBy, work } = useClaim({ kind, id, opened });
  return (
    <AdminCard itemId={id} title={title}>
      {heldBy && (
        <p>
          <Badge variant="plain">
            {m.todo_claimed_by({
              name: `@${heldBy.by.domainName}`,
              when: formatMoment(heldBy.until),
            })}
          </Badge>
        </p>
      )}
      <fieldset
        role="presentation"
        className={styles.work}
        disabled={heldBy !== null}
        onClickCapture={work}
        onInputCapture={work}
      >
        {children}
      </fieldset>
    </AdminCard>
  );
};
