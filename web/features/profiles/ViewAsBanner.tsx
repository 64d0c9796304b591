// Above a producer's own page or post while they look at it as another person: as whom, and the way
// back.
import { ArrowLeft } from 'lucide-react';
import { VIEW_AS, type ViewAs } from '@camarim/contract/limits';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { NoticeStrip } from '../../ui/display/Notice.tsx';
import type { Profile } from './queries.ts';
import styles from './ViewAsBanner.module.css';

const NAMES: Record<ViewAs, () => string> = {
  visitor: m.view_as_visitor,
  follower: m.view_as_follower,
  subscriber: m.view_as_subscriber,
};

type Props = { profile: Profile; seenAs: ViewAs; address: string };

export default function ViewAsBanner({ profile, seenAs, address }: Props) {
  // No member is a subscriber where no plan is sold.
  const kinds = VIEW_AS.filter(
    (kind) => kind !== 'subscriber' || profile.tier || seenAs === 'subscriber',
  );
  return (
    <div className={styles.banner}>
      <NoticeStrip label={m.view_as()}>
        <Link to={address} className={styles.back}>
          <ArrowLeft aria-hidden />
          <span className={styles.wide}>{m.view_as_back()}</span>
        </Link>
        <nav aria-label={m.view_as()} className={styles.kinds}>
          {kinds.map((kind) => (
            <Link
              key={kind}
              to={`${address}?as=${kind}`}
              replace
              preventScrollReset
              aria-current={kind === seenAs ? 'page' : undefined}
              className={styles.kind}
            >
              {NAMES[kind]()}
            </Link>
          ))}
        </nav>
        <p className={styles.wide}>{m.view_as_text()}</p>
      </NoticeStrip>
    </div>
  );
}
