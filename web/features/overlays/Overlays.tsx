// What a producer connects to the events of their rooms.
import { m } from '../../paraglide/messages.js';
import { Webhook } from './webhook/Webhook.tsx';
import styles from './overlays.module.css';

export const Overlays = () => (
  <>
    <p className={styles.soft}>{m.overlays_text()}</p>
    <Webhook />
  </>
);
