// A picture of a document. It loads only when asked for: each view is recorded.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import styles from './dsb.module.css';

const NAMES = { documentFront: m.dsb_document_front, documentBack: m.dsb_document_back, selfie: m.dsb_selfie };

export const Document = ({ kind, url }: { kind: keyof typeof NAMES; url: string }) => {
  const [shown, setShown] = useState(false);
  const name = NAMES[kind]();
  return (
    <figure className={styles.document}>
      {shown ? (
        <img src={url} alt={name} className={styles.picture} />
      ) : (
        <Button look="line" onClick={() => setShown(true)}>
          {m.dsb_show_document({ name })}
        </Button>
      )}
      <figcaption className={styles.soft}>{name}</figcaption>
    </figure>
  );
};
