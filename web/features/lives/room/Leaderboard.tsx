// Who tipped most in this show.
import { Crown } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { Money } from '../../../ui/display/Money.tsx';
import { Marks } from './ChatMessage.tsx';
import type { Room } from './queries.ts';
import styles from './room.module.css';

export const Leaderboard = ({ tips }: { tips: Room['tips'] }) =>
  tips.leaderboard.length === 0 ? (
    <EmptyState icon={<Crown aria-hidden />} title={m.live_leaderboard_none()} />
  ) : (
    <div className={styles.places}>
      <p className={styles.soft}>
        {m.live_leaderboard_total({ total: formatMoney(tips.total), count: tips.count })}
      </p>
      <ol className={styles.people}>
        {tips.leaderboard.map(({ profile, value }, index) => (
          <li key={profile.id} className={styles.place}>
            <b aria-hidden>{index + 1}</b>
            <span className={styles.placeName}>
              {profile.exibitionName}
              <Marks marks={profile.marks} />
            </span>
            <Money value={value} />
          </li>
        ))}
      </ol>
    </div>
  );
