// What a producer connects to the events of their rooms.
import { m } from '../../paraglide/messages.js';
import { Links } from './links/Links.tsx';
import { TestEvent } from './TestEvent.tsx';
import { Toys } from './toys/Toys.tsx';
import { Webhook } from './webhook/Webhook.tsx';
import styles from './overlays.module.css';

export const Overlays = () => (
  <>
    <div className={styles.intro}>
      <p className={styles.soft}>{m.overlays_text()}</p>
      <TestEvent />
    </div>
    <Links />
    <Toys />
    <Webhook />
  </>
);
