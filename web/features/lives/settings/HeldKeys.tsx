// Programs whose keys are refused because their show was ended, and the button that accepts them
// again.
import { INGEST_HOLD_MINUTES } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { NoticeBox } from '../../../ui/display/Notice.tsx';
import { ingestKeysQuery, useIngestKeys } from './queries.ts';

export const HeldKeys = () => {
  const { data: keys } = useQuery(ingestKeysQuery());
  const { allow } = useIngestKeys();
  return keys
    ?.filter(({ heldUntil }) => heldUntil !== null)
    .map(({ id, label }) => (
      <NoticeBox key={id}>
        <p>{m.ingest_held({ name: label || m.ingest_key(), minutes: INGEST_HOLD_MINUTES })}</p>
        <Button
          variant="line"
          small
          loading={allow.isPending && allow.variables === id}
          onClick={() => allow.mutate(id)}
        >
          {m.ingest_allow()}
        </Button>
      </NoticeBox>
    ));
};
