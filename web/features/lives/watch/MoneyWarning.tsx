// A minute before the money of a watcher ends: how long it lasts, and a top-up in one press.
import { Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { moneyStore } from './money-state.ts';
import styles from './watch.module.css';

export const MoneyWarning = ({ liveId }: { liveId: string }) => {
  const state = useSyncExternalStore(moneyStore.subscribe, moneyStore.current, moneyStore.none);
  if (state?.liveId !== liveId || state.state !== 'low') return null;
  const { endsAt, suggested } = state;
  return (
    <div role="alert" className={styles.warning}>
      <Hourglass aria-hidden />
      <span>
        {m.live_money_low()} {endsAt && <Countdown until={endsAt} />}
      </span>
      <Button
        variant="money"
        small
        onClick={() => openDialog('wallet', suggested === undefined ? {} : { suggested })}
      >
        {m.live_money_top_up()}
      </Button>
    </div>
  );
};
