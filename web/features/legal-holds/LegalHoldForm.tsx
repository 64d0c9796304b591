// Puts a person's account under legal hold and releases it, with the holds of what is theirs.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../client/api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoment } from '../../ui/display/formats.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { AdminSection, adminStyles as styles, Proposals, useRight } from '../dsb/index.ts';
import { HOLD_KINDS } from './kinds.ts';
import {
  type LegalHold,
  legalHoldsQuery,
  placeLegalHold,
  type OwnerId,
  releaseLegalHold,
} from './queries.ts';

type HoldProps = {
  hold: LegalHold;
  decides: boolean;
  /** A reason is written. */
  ready: boolean;
  pending: boolean;
  /** With the reason that is written, or with that of a person with whom this one agrees. */
  onRelease: (reason?: string) => void;
};

const Hold = ({ hold, decides, ready, pending, onRelease }: HoldProps) => (
  <li>
    <span>
      <b>{HOLD_KINDS[hold.subjectKind]()}</b> {formatMoment(hold.placedAt)}
      {hold.reason !== null && `: ${hold.reason}`}
    </span>
    {decides && (
      <>
        <Proposals
          proposals={hold.proposals}
          right="content.decide"
          words={() => [m.dsb_hold_release()]}
          pending={pending}
          onAgree={({ reason }) => onRelease(reason)}
        />
        <Button variant="line" small disabled={!ready} onClick={() => onRelease()}>
          {m.dsb_hold_release()}
        </Button>
      </>
    )}
  </li>
);

export const LegalHoldForm = ({ ownerId, own }: { ownerId: OwnerId; own: boolean }) => {
  const client = useQueryClient();
  const query = legalHoldsQuery(ownerId);
  const { data: holds = [] } = useQuery(query);
  const [reason, setReason] = useState('');
  const decides = useRight('content.decide') && !own;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (released: { id: string; reason: string } | null) => {
      if (released) await releaseLegalHold(released.id, released.reason);
      else await placeLegalHold({ subjectKind: 'account', subjectId: ownerId, reason });
    },
    onSuccess: () => setReason(''),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const ready = decides && reason.trim().length > 2 && !isPending;
  if (!decides && holds.length === 0) return null;
  return (
    <AdminSection title={m.dsb_hold_title()}>
      <p className={styles.soft}>{m.dsb_hold_text()}</p>
      <ul className={styles.records}>
        {holds.map((hold) => (
          <Hold
            key={hold.id}
            hold={hold}
            decides={decides}
            ready={ready}
            pending={isPending}
            onRelease={(agreed) => mutate({ id: hold.id, reason: agreed ?? reason })}
          />
        ))}
      </ul>
      {decides && (
        <div className={styles.form}>
          <TextField
            label={m.dsb_hold_reason()}
            value={reason}
            maxLength={500}
            error={error instanceof ApiError ? error.message : undefined}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          {!holds.some(({ subjectKind }) => subjectKind === 'account') && (
            <div className={styles.buttons}>
              <Button
                variant="main"
                loading={isPending}
                disabled={!ready}
                onClick={() => mutate(null)}
              >
                {m.dsb_hold_place()}
              </Button>
            </div>
          )}
        </div>
      )}
    </AdminSection>
  );
};
