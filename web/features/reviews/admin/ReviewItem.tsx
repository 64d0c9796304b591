// One item: its media or frames, blurred at first, beside its words, the declared performers and
// what is known of its producer.
import { Link } from 'react-router';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatDay, formatMoment, formatMoney } from '../../../ui/display/formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { m } from '../../../paraglide/messages.js';
import {
  adminStyles,
  type EvidenceMedia,
  EvidenceMedias,
  itemAnchor,
  PostLabel,
  ProfileLink,
} from '../../dsb/index.ts';
import { CAUSE_TEXTS, KIND_TEXTS } from '../words.ts';
import type { ReviewItem as Item } from './queries.ts';
import styles from './reviews.module.css';

const URGENT: ReadonlySet<Item['cause']> = new Set(['strikes', 'match', 'report']);

const Performers = ({ performers }: Pick<Item, 'performers'>) => (
  <section>
    <h2>{m.reviews_performers()}</h2>
    {performers.length === 0 ? (
      <p>{m.reviews_alone()}</p>
    ) : (
      <ul className={styles.performers}>
        {performers.map(({ stageName, verified }) => (
          <li key={stageName}>
            {stageName}{' '}
            <Badge variant={verified ? 'leaf' : 'air'}>
              {verified ? m.reviews_verified() : m.reviews_unverified()}
            </Badge>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** What is looked at: its media, or the frames of a show. */
export const evidenceOf = ({ medias, show }: Item): readonly EvidenceMedia[] =>
  show
    ? show.frames.map(({ id, url }) => ({
        id,
        contentType: 'image/webp',
        lgThumb: url,
        name: m.dsb_lives_frame_dropped(),
      }))
    : medias;

/** Words alone show no person, and with a profile image none is declared. */
const declares = (item: Item): boolean =>
  item.performers.length > 0 ||
  (evidenceOf(item).length > 0 && item.kind !== 'avatar' && item.kind !== 'cover');

const Producer = ({ producer }: Pick<Item, 'producer'>) => {
  const facts = [
    [m.reviews_since(), producer.since ? formatDay(producer.since) : m.reviews_since_unknown()],
    [m.reviews_approved_count(), formatCount(producer.approved)],
    [m.reviews_refused_count(), formatCount(producer.refused)],
    [m.reviews_strikes_count(), formatCount(producer.strikes)],
  ] as const;
  return (
    <section className={styles.words}>
      <h2>
        <ProfileLink profile={producer.profile} />
      </h2>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

export const ReviewItem = ({
  item,
  clear,
  zoomed,
}: {
  item: Item;
  /** Shown without blur. */
  clear: boolean;
  zoomed: boolean;
}) => (
  <div
    className={classNames(
      styles.item,
      zoomed && styles.zoomed,
      evidenceOf(item).length === 0 && styles.wordsOnly,
    )}
  >
    {evidenceOf(item).length > 0 && (
      <div className={classNames(styles.media, !clear && styles.blurred)}>
        <EvidenceMedias
          medias={evidenceOf(item)}
          nameOf={(number) => m.reviews_media({ number: String(number) })}
        />
      </div>
    )}
    <div className={styles.words}>
      <p>
        <Badge variant="plain">{KIND_TEXTS[item.kind]()}</Badge>{' '}
        <Badge variant={URGENT.has(item.cause) ? 'air' : 'plain'}>
          {CAUSE_TEXTS[item.cause]()}
        </Badge>
      </p>
      {item.text !== '' && <p className={styles.text}>{item.text}</p>}
      <dl className={styles.facts}>
        <div>
          <dt>{m.reviews_sent()}</dt>
          <dd>{formatMoment(item.createdAt)}</dd>
        </div>
        {item.price !== null && (
          <div>
            <dt>{m.reviews_price()}</dt>
            <dd>{formatMoney(item.price)}</dd>
          </div>
        )}
      </dl>
      {item.post && <PostLabel id={item.post.id} ai={item.post.ai} />}
      {item.show && !item.show.ended && (
        <p>
          <Link to={`/dsb/lives#${itemAnchor(item.show.id)}`} className={adminStyles.back}>
            {m.reviews_open_show()}
          </Link>
        </p>
      )}
      {declares(item) && <Performers performers={item.performers} />}
      <Producer producer={item.producer} />
    </div>
  </div>
);
