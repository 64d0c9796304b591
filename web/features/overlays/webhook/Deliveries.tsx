// The last deliveries of a webhook, with what its program answered.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { deliveriesQuery, type Delivery } from '../queries.ts';
import styles from '../overlays.module.css';

const STATES = {
  waiting: m.delivery_waiting,
  delivered: m.delivery_delivered,
  failed: m.delivery_failed,
};
const PROBLEMS = {
  refused: m.delivery_refused,
  unreachable: m.delivery_unreachable,
  timeout: m.delivery_timeout,
};

const answerOf = ({ status, problem }: Delivery): string => {
  if (problem !== null) return PROBLEMS[problem]();
  return status === null ? m.delivery_none() : m.delivery_status({ status: String(status) });
};

export const Deliveries = () => {
  const { data: deliveries } = useQuery(deliveriesQuery());
  if (!deliveries) return null;
  return (
    <section className={styles.form} aria-label={m.deliveries_title()}>
      <h3>{m.deliveries_title()}</h3>
      {deliveries.length === 0 && <p className={styles.soft}>{m.deliveries_none()}</p>}
      <ul className={styles.list} aria-live="polite">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className={styles.entry}>
            <div className={styles.entryText}>
              <code>{delivery.event.type}</code>
              <span className={styles.soft}>
                {formatMoment(delivery.createdAt)} · {answerOf(delivery)}
                {delivery.attempts > 1 && ` · ${m.delivery_attempts({ count: delivery.attempts })}`}
              </span>
              <details className={styles.unfold}>
                <summary className={styles.soft}>{m.delivery_content()}</summary>
                <pre className={styles.content}>{JSON.stringify(delivery.event, null, 2)}</pre>
              </details>
            </div>
            <Badge variant={delivery.state === 'delivered' ? 'leaf' : 'plain'}>
              {STATES[delivery.state]()}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
};
