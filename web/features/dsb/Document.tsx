// A picture of a document, loaded on request because each view is recorded.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import styles from './dsb.module.css';

const NAMES = {
  documentFront: m.dsb_document_front,
  documentBack: m.dsb_document_back,
  selfie: m.dsb_selfie,
};

export type DocumentKind = keyof typeof NAMES;

export const Document = ({
  kind,
  url,
  onViewed,
}: {
  kind: DocumentKind;
  url: string;
  /** The picture has loaded, and the view is recorded. */
  onViewed: (kind: DocumentKind) => void;
}) => {
  const [shown, setShown] = useState(false);
  const name = NAMES[kind]();
  return (
    <figure className={styles.document}>
      {shown ? (
        <img src={url} alt={name} className={styles.picture} onLoad={() => onViewed(kind)} />
      ) : (
        <Button variant="line" onClick={() => setShown(true)}>
          {m.dsb_show_document({ name })}
        </Button>
      )}
      <figcaption className={styles.soft}>{name}</figcaption>
    </figure>
  );
};
