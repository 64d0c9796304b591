// A member calls for a show: who, which show, what they can spend; accept, decline, or later.
import { answerPath } from '@camarim/contract/shows';
import { useQueryClient } from '@tanstack/react-query';
import { PhoneCall, PhoneOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call as send } from '../../../client/api/api.ts';
import { goTo } from '../../../client/navigation.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { liveKeys } from '../keys.ts';
import { callStore, clearCalls, closeCall } from './incoming.ts';
import styles from './calls.module.css';

export default function IncomingCall() {
  const queue = useSyncExternalStore(callStore.subscribe, callStore.queue, callStore.noCalls);
  const client = useQueryClient();
  const [shown, ...others] = queue;
  if (!shown) return null;
  const { id, profileId, exibitionName: name, domainName, balance, type } = shown;
  const accept = () => {
    clearCalls();
    goTo(answerPath(profileId, type));
  };
  const decline = () => {
    closeCall();
    void send('POST /lives/calls/{id}/decline', { params: { id }, handled: [404] })
      .catch(() => undefined)
      .finally(() => client.invalidateQueries({ queryKey: liveKeys.calls }));
  };
  return (
    <Dialog
      key={id}
      title={type === '3' ? m.call_private_title() : m.call_party_title()}
      onClose={closeCall}
    >
      <div className={styles.caller} role="alert">
        <Avatar name={name} src={null} size="large" />
        <p className={styles.name}>{name}</p>
        <p className={styles.soft}>@{domainName}</p>
        {balance > 0 && (
          <p className={styles.balance}>{m.call_balance({ balance: formatMoney(balance) })}</p>
        )}
      </div>
      <div className={styles.answers}>
        <Button onClick={decline}>
          <PhoneOff aria-hidden />
          {m.call_decline()}
        </Button>
        <Button variant="main" data-first onClick={accept}>
          <PhoneCall aria-hidden />
          {m.call_accept()}
        </Button>
      </div>
      {others.length > 0 && (
        <p className={styles.soft}>{m.call_waiting({ count: others.length })}</p>
      )}
    </Dialog>
  );
}
