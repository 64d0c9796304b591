// A boleto's slip in the browser's own PDF viewer, which does not work inside a sandbox; a download
// link where there is no viewer.
import { Download } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import styles from './payment-methods.module.css';

const SlipViewer = ({
  address,
  name,
  onClose,
}: {
  address: string;
  name: string;
  onClose: () => void;
}) => (
  <Dialog size="container" title={m.boleto_slip()} onClose={onClose}>
    {navigator.pdfViewerEnabled ? (
      <iframe className={styles.viewer} src={address} title={m.boleto_slip()} />
    ) : (
      <p className={styles.soft}>{m.boleto_no_viewer()}</p>
    )}
    <a className={styles.download} href={address} download={name}>
      <Download aria-hidden />
      {m.boleto_download()}
    </a>
  </Dialog>
);

export default SlipViewer;
