// The documents of a request. A picture is loaded when it is asked for, because each view is
// recorded; an approval requires that all were viewed.
import { useCallback, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import styles from './dsb.module.css';

const NAMES = {
  documentFront: m.dsb_document_front,
  documentBack: m.dsb_document_back,
  selfie: m.dsb_selfie,
};

type DocumentKind = keyof typeof NAMES;
type DocumentImage = { kind: DocumentKind; url: string };
/** The picture has loaded, and the view is recorded. */
type OnViewed = (kind: DocumentKind) => void;

/** Which of the documents were viewed on this page. */
export const useViewedDocuments = (documents: readonly DocumentImage[]) => {
  const [viewed, setViewed] = useState<ReadonlySet<DocumentKind>>(new Set());
  const onViewed: OnViewed = useCallback(
    (kind) => setViewed((before) => new Set(before).add(kind)),
    [],
  );
  return { onViewed, unseen: documents.some(({ kind }) => !viewed.has(kind)) };
};

const Document = ({ kind, url, onViewed }: DocumentImage & { onViewed: OnViewed }) => {
  const [shown, setShown] = useState(false);
  const name = NAMES[kind]();
  return (
    <figure className={styles.document}>
      {shown ? (
        <>
          <img src={url} alt={name} className={styles.picture} onLoad={() => onViewed(kind)} />
          <figcaption className={styles.soft}>{name}</figcaption>
        </>
      ) : (
        <Button variant="line" onClick={() => setShown(true)}>
          {m.dsb_show_document({ name })}
        </Button>
      )}
    </figure>
  );
};

export const Documents = ({
  documents,
  onViewed,
}: {
  documents: readonly DocumentImage[];
  onViewed: OnViewed;
}) => (
  <div className={styles.documents}>
    {documents.map(({ kind, url }) => (
      <Document key={kind} kind={kind} url={url} onViewed={onViewed} />
    ))}
  </div>
);
